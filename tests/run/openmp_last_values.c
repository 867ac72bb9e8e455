// The values of the last iteration, that of the counter included.
// head: last(y,z)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.5 .. 1.5
// inputs: z(1) = 1
// options: -openmp
#include <math.h>
void last(int n, const double *x, double *y, double *z)
{
    double t = 0.0;
    int i;
#pragma omp parallel for lastprivate(t, i)
    for (i = 0; i < n; i++) {
        t = x[i] * x[i];
        y[i] = t * sin(x[i]);
    }
    *z = t * i;
}
