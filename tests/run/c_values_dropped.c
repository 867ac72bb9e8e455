// Arguments by value that a function overwrites: they are no results of a head without lists, and keep their derivatives in the caller, whatever
// becomes of the copy in a function that is called; rows behind pointers that are only set here and there.
// head: run
// inputs: s = 0.5 .. 1.5
// inputs: x(4) = 0.5 .. 1.5
// inputs: a = 0.5 .. 1.5
// inputs: k = 1
#include <math.h>
static double half(double a, double b)
{
    b = 0.5;
    return a*b;
}

static void put(const double row[], double e, double *out)
{
    out[0] += e*row[1];
}

double run(double *s, double x[], double a, int k)
{
    double y[4] = { 0 };
    *(k <= 0 ? &a : &x[0]) = half(2.0, a);
    *s += a*x[3];
    put(x, a, y);
    put(y, a, &x[2]);
    a = sin(*s);
    while (k < 3 && *s < 0.0) {
        x[1] = a;
        k++;
    }
    return *s*a;
}
