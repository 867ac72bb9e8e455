// Pointers that lead to tables of constants, and then to something active.
// head: fixed(fixed)/(w)
// inputs: w(6) = -1 .. 1
// head: rows(rows)/(w)
// inputs: w(6) = -1 .. 1
// head: given(given)/(w)
// inputs: w(6) = -1 .. 1
// head: heap(heap)/(w)
// inputs: w(6) = -1 .. 1
#include <math.h>
#include <stdlib.h>
static const double table[3][2] = { { 0.3, 0.7 }, { 0.1, -0.4 }, { 0.5, 0.2 } };

double fixed(const double w[6])
{
    static const double data[2] = { 0.3, 0.7 };
    double h[3][2];
    const double *in = data;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 2; j++)
            h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
        in = h[k];
    }
    return in[0] * in[1];
}

double rows(const double w[6])
{
    double h[3][2], s = 0;
    for (int t = 0; t < 3; t++) {
        const double *in = table[t];
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 2; j++)
                h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
            in = h[k];
        }
        s += in[0] * in[1];
    }
    return s;
}

static const double *run(const double *w, const double *x, double h[3][2])
{
    const double *in = x;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 2; j++)
            h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
        in = h[k];
    }
    return in;
}

double given(const double w[6])
{
    double h[3][2], s = 0;
    for (int t = 0; t < 3; t++) {
        const double *y = run(w, table[t], h);
        s += y[0] * y[1];
    }
    return s;
}

typedef struct { double *z, *a; } layer;

double heap(const double w[6])
{
    layer *l = calloc(3, sizeof *l);
    double s = 0;
    for (int k = 0; k < 3; k++) {
        l[k].z = malloc(2 * sizeof(double));
        l[k].a = malloc(2 * sizeof(double));
    }
    for (int t = 0; t < 3; t++) {
        const double *in = table[t];
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 2; j++) {
                l[k].z[j] = w[2 * k + j] * in[0] + in[1];
                l[k].a[j] = tanh(l[k].z[j]);
            }
            in = l[k].a;
        }
        s += in[0] * in[1];
    }
    for (int k = 0; k < 3; k++) {
        free(l[k].z);
        free(l[k].a);
    }
    free(l);
    return s;
}
