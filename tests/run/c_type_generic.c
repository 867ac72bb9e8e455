// tgmath.h: functions that are chosen by the type of their arguments, those that set an integer or scale by one too.
// inputs: x = 0.6 .. 1.4
// head: scaled(x)\(scaled)
// head: others(x)\(others)
// head: single(x)\(single)
// head: parts(x)\(parts)
#include <tgmath.h>

double scaled(double x)
{
    int e;
    double m = frexp(x*x, &e);
    return scalbn(m*m, 3) + ldexp(sin(x), e) + scalbln(x*x, -2L);
}

double others(double x)
{
    return fma(x, x, 2.0) + hypot(x, 3) + pow(x, 2) + copysign(x, -1.0) + fmax(x*x, 0.1f) + ilogb(x) + remainder(x*x, 7.0) + lround(x);
}

float single(float x)
{
    int e;
    float m = frexp(x, &e);
    return scalbn(m*m, e) + sqrt(x);
}

double parts(double x)
{
    double complex z = x + 2.0*I*x*x;
    z = exp(z)*sqrt(z);
    return creal(z)*cimag(z) + carg(z) + creal(x*x);
}
