// Constants that a condition asks the headers for: outputs do not name them, for in another mode of the compiler they are not there.
// inputs: x = 0.6 .. 1.4
// head: area(x)\(area)
// head: turned(x)\(turned)
#include <math.h>
#include <float.h>
#if defined(M_PI)
static const double pi = M_PI;
#else
static const double pi = 3.14159265358979323846;
#endif
#ifdef M_SQRT2
#define ROOT M_SQRT2
#else
#define ROOT 1.41421356237309504880
#endif
#ifndef M_E
#define M_E 2.7182818284590452354
#endif

double area(double x)
{
    return pi*x*x + DBL_EPSILON;
}

double turned(double x)
{
#ifdef M_LN2
    double s = M_LN2;
#else
    double s = 0.69314718055994530942;
#endif
    return ROOT*sin(x*s) + M_E*x*x;
}
