// memmove between places that may be parts of one array: the adjoint compares the addresses and goes through the elements as memmove does.
// head: run(run)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.0
#include <string.h>

static void put(int n, double *y, const double *t)
{
    memmove(y, t, (size_t)n*sizeof *y);
}

double run(int n, const double *x)
{
    double y[8] = { 0.0 }, t[8], s = 0.0;
    for (int i = 0; i < n; i++)
        t[i] = x[i]*x[i];
    put(n, y, t);
    double *p = y[0] > 0.5 ? y + 1 : y + 2, *q = y + 1;
    memmove(p, q, 3*sizeof *p);
    memmove(q, p, 2*sizeof *p);
    for (int i = 0; i < 8; i++)
        s += (i + 1)*y[i]*x[0];
    return s;
}
