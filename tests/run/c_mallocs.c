// Workspaces of a procedure: malloc, calloc, free, and an early return.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <stdlib.h>
#include <math.h>
double f(int n, const double *x)
{
    double *w = malloc(n*sizeof *w), *z = (double *)calloc((size_t)n, sizeof(double));
    double s = 0.0;
    if (w == NULL || !z)
        return -1.0;
    for (int i = 0; i < n; i++) {
        w[i] = sin(x[i])*x[i];
        z[n - 1 - i] += w[i]*w[i];
    }
    for (int i = 0; i < n; i++)
        s += w[i]*z[i];
    free(w);
    free(z);
    return s;
}
