// A structure that points to constants: its adjoint points to what is added to.
// head: energy(energy)/(val x)
// inputs: n = 3
// inputs: ptr(4) = 0, 2, 4, 6
// inputs: col(6) = 0, 1, 1, 2, 0, 2
// inputs: val(6) = 0.5 .. 1.5
// inputs: x(3) = 0.5 .. 1.5
// inputs: its = 3
#include <stdlib.h>
#include <math.h>
struct csr { int n; const int *ptr, *col; const double *val; };
static void matvec(const struct csr *a, const double *x, double *y)
{
    for (int i = 0; i < a->n; i++) {
        double s = 0.0;
        for (int k = a->ptr[i]; k < a->ptr[i + 1]; k++)
            s += a->val[k]*x[a->col[k]];
        y[i] = s;
    }
}
double energy(int n, const int *ptr, const int *col, const double *val, const double *x, int its)
{
    struct csr a = { n, ptr, col, val };
    double *y = malloc(n*sizeof *y), *z = malloc(n*sizeof *z);
    double e = 0.0;
    for (int i = 0; i < n; i++)
        z[i] = x[i];
    for (int it = 0; it < its; it++) {
        double norm = 0.0;
        matvec(&a, z, y);
        for (int i = 0; i < n; i++)
            norm += y[i]*y[i];
        norm = sqrt(norm);
        for (int i = 0; i < n; i++)
            z[i] = y[i]/norm;
        e += norm;
    }
    free(y);
    free(z);
    return e;
}
