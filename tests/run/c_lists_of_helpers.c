// A procedure that makes memory stands in the place of its call: lists that initialise its arrays become assignments there, in tangents too.
// head: run(run)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.0
#include <stdlib.h>
typedef struct { int n; double *val; } csr;

static int pattern(csr *a, int n)
{
    const int off[2] = { -1, 1 };
    a->val = calloc((size_t)n, sizeof *a->val);
    if (!a->val)
        return 1;
    a->n = n + off[0] + off[1];
    return 0;
}

static double *make(int n)
{
    const double w[2] = { 0.5, 1.5 };
    double u[3] = { 1.0 };
    double *v = malloc((size_t)n*sizeof *v);
    if (!v)
        return NULL;
    u[1] += w[0];
    for (int i = 0; i < n; i++)
        v[i] = w[i & 1]*u[i & 1];
    return v;
}

double run(int n, const double *x)
{
    csr a;
    double s = 0.0, *v = make(n);
    if (!v)
        return -1.0;
    if (pattern(&a, n))
        return -1.0;
    for (int i = 0; i < a.n; i++) {
        v[i] += x[i]*x[i];
        a.val[i] += x[i]*v[i];
    }
    for (int i = 0; i < n; i++)
        s += a.val[i]*x[0];
    free(v);
    free(a.val);
    return s;
}
