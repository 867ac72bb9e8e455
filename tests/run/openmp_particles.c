// Particles with lists of neighbours: values of a first loop are used in a second one, whose adjoint adds to neighbours.
// head: forces(f)/(x,q)
// inputs: n = 4
// inputs: first(5) = 0, 2, 4, 6, 8
// inputs: list(8) = 1, 2, 0, 3, 0, 3, 1, 2
// inputs: x(4) = 0.1 .. 1.2
// inputs: q(4) = 0.5 .. 1.5
// inputs: f(4) = 0 .. 1
// inputs: w(4) = 0 .. 1
// options: -openmp -work-arrays local
#include <math.h>
static double kernel(double r, double h)
{
    double s = r / h;
    if (s < 1.0)
        return (1.0 - s) * (1.0 - s) * s;
    return exp(-s);
}
void forces(int n, const int *first, const int *list, const double *x, const double *q, double *w, double *f)
{
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; i++) {
        w[i] = sin(q[i]);
        w[i] = w[i] * w[i] + 0.1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            int j = list[k];
            double d = x[i] - x[j];
            sum += kernel(d * d, 2.0) * w[j];
        }
        f[i] = sum * w[i];
    }
}
