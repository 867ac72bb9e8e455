// Results through pointers.
// head: f(s c)/(x)
// inputs: x = 0.5 .. 1.5
#include <math.h>
static void sc(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
void f(double x, double *s, double *c)
{
    double a, b;
    sc(x*x, &a, &b);
    sc(a, s, c);
    *s += b;
    *c *= *s;
}
