// A scalar function with pointers, arrays and a loop.
// head: energy(x p)\(energy)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: p.k = 0.5 .. 1.5
// inputs: p.m = 2
#include <math.h>

struct params {
    double k;
    int m;
};

static double power(double v, int m)
{
    double r = 1.0;
    for (int i = 0; i < m; i++)
        r *= v;
    return r;
}

double energy(int n, const double *x, const struct params *p)
{
    double e = 0.0;
    for (int i = 0; i < n; i++) {
        double t = p->k*x[i];
        e += power(t, p->m) + sin(t);
        if (e > 3.0)
            e *= 0.5;
    }
    return e;
}
