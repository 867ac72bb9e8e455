// Pointers to functions: one of the file, one of math.h.
// wrong interpreted: the source of `cos` was not given
// head: integrate(integrate)/(a b)
// inputs: n = 8
// inputs: a = 0.1 .. 0.2
// inputs: b = 1.0 .. 2.0
#include <math.h>
static double g(double x) { return exp(-x*x)*x; }
static double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a)/n, s = f(a) + f(b);
    for (int i = 1; i < n; i++) s += (i % 2 ? 4 : 2)*f(a + i*h);
    return s*h/3;
}
double integrate(double a, double b, int n) { return simpson(g, a, b, n) + simpson(cos, a, b, n); }
