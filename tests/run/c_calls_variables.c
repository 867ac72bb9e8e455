// Variables that point to functions, one of which takes a function.
// head: area(area)/(a b p)
// inputs: rule = 1
// inputs: which = 0
// inputs: a = 0.1 .. 0.2
// inputs: b = 1.0 .. 2.0
// inputs: p = 0.5 .. 1.5
#include <math.h>
static double mid(double (*f)(double, double), double a, double b, double p) { return (b - a)*f(0.5*(a + b), p); }
static double trap(double (*f)(double, double), double a, double b, double p) { return 0.5*(b - a)*(f(a, p) + f(b, p)); }
static double g1(double x, double p) { return exp(-p*x*x); }
static double g2(double x, double p) { return p*x + sin(x); }
double area(int rule, int which, double a, double b, double p)
{
    double (*f)(double, double) = which ? g1 : g2;
    double (*q)(double (*)(double, double), double, double, double);
    if (rule == 0) q = mid; else q = trap;
    double s = 0, h = (b - a)/5;
    for (int i = 0; i < 5; i++) s += q(f, a + i*h, a + (i + 1)*h, p);
    return s + 0.5*f(a, p);
}
