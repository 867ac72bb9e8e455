// Fluxes over the edges of a graph, added to its nodes atomically; and a norm with a weight.
// head: edges(r)/(u)
// inputs: ne = 5
// inputs: nv = 4
// inputs: a(5) = 0, 1, 2, 3, 0
// inputs: b(5) = 1, 2, 3, 0, 2
// inputs: u(4) = 0.1 .. 1.2
// inputs: r(4) = 0 .. 1
// options: -openmp
// head: norm(norm)/(x,w)
// inputs: n = 6
// inputs: x(6) = 0.1 .. 1.3
#include <math.h>
/* Fluxes over edges, gathered by atomic updates. */
void edges(int ne, int nv, const int *a, const int *b, const double *u, double *r)
{
    for (int i = 0; i < nv; i++)
        r[i] = 0.0;
#pragma omp parallel for default(none) shared(ne, a, b, u, r)
    for (int e = 0; e < ne; e++) {
        int i = a[e], j = b[e];
        double f = sin(u[j] - u[i]) * u[i];
#pragma omp atomic
        r[i] += f;
#pragma omp atomic
        r[j] -= f;
    }
}
double norm(int n, const double *x, double w)
{
    double s = 0.0;
#pragma omp parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += w * sin(x[i]) * x[i];
    return s;
}
