// Pointers in elements that nothing has set before, bytes in a variable, and constants in loops of procedures that make memory.
// head: layers(x)\(layers)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// head: halves(x)\(halves)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// head: copied(x)\(copied)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// head: made(x)\(made)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n;
    double *z;
} layer;

static void layer_make(layer *l, int n)
{
    l->n = n;
    l->z = malloc(n * sizeof(double));
}

double layers(int n, const double *x)
{
    layer l[2];
    double s = 0;
    layer_make(&l[0], n);
    layer_make(&l[1], n);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < l[k].n; i++) {
            l[k].z[i] = x[i] * x[k];
            s += l[k].z[i] * l[k].z[0];
        }
    for (int k = 0; k < 2; k++)
        free(l[k].z);
    return s;
}

double halves(int n, const double *x)
{
    double *a[2], s = 0.0;
    a[0] = malloc(2 * n * sizeof(double));
    a[1] = a[0] + n;
    for (int i = 0; i < n; i++) {
        a[0][i] = x[i] * x[0];
        a[1][i] = a[0][i] * x[i];
    }
    for (int i = 0; i < n; i++)
        s += a[0][i] * a[1][i];
    a[1] = a[0];
    for (int i = 0; i < n; i++)
        s += a[1][i] * x[i];
    free(a[0]);
    return s;
}

double copied(int n, const double *x)
{
    size_t bytes = sizeof(double) * n;
    double *a = malloc(bytes), s = 0;
    memcpy(a, x, bytes);
    for (int i = 0; i < n; i++)
        s += a[i] * a[0];
    memset(a, 0, bytes);
    for (int i = 0; i < n; i++)
        s += a[i] * x[i];
    free(a);
    return s;
}

static double *squares(int n, const double *x)
{
    double *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; ++i) {
        const double sig = x[i] * x[0];
        v[i] = sig * sig;
    }
    return v;
}

double made(int n, const double *x)
{
    double *v = squares(n, x), r = v[n - 1] * v[0];
    free(v);
    return r;
}
