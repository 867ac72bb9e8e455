// Pointers that lead to tables which are not active, and then to something active.
// head: fixed(fixed)/(w)
// inputs: w(6) = -1 .. 1
// head: rows(rows)/(w)
// inputs: w(6) = -1 .. 1
// head: given(given)/(w)
// inputs: w(6) = -1 .. 1
// head: heap(heap)/(w)
// inputs: w(6) = -1 .. 1
// head: passed(passed)/(w)
// inputs: w(6) = -1 .. 1
// head: walked(walked)/(w)
// inputs: w(6) = -1 .. 1
// head: written(written)/(w)
// inputs: w(6) = -1 .. 1
// head: found(y)/(w)
// inputs: w(2) = -1 .. 1
// head: filled(y)/(w)
// inputs: w(2) = -1 .. 1
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

typedef struct { double x[2], y; } sample;

static const sample samples[2] = { { { 0.3, 0.7 }, 1 }, { { 0.1, -0.4 }, 0 } };

static double eval(const double *w, const double *in, double h[3][2])
{
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 2; j++)
            h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
        in = h[k];
    }
    return in[0] - in[1];
}

double passed(const double w[6])
{
    double h[3][2], s = 0;
    for (int t = 0; t < 2; t++) {
        double e = eval(w, samples[t].x, h) - samples[t].y;
        s += e * e;
    }
    return s;
}

double walked(const double w[6])
{
    double h[3][2], s = 0;
    for (const sample *p = samples; p < samples + 2; p++) {
        const double *in = p->x;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 2; j++)
                h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
            in = h[k];
        }
        s += (in[0] - p->y) * (in[1] + p->y);
    }
    return s;
}

sample writable[2] = { { { 0.3, 0.7 }, 1 }, { { 0.1, -0.4 }, 0 } };

double written(const double w[6])
{
    double h[3][2], s = 0;
    for (int t = 0; t < 2; t++) {
        const double *in = writable[t].x;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 2; j++)
                h[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
            in = h[k];
        }
        s += in[0] - in[1] * writable[t].y;
    }
    return s;
}


double shared_table[2] = { 0.5, 0.25 };

void filled(const double w[2], double *y)
{
    shared_table[0] = w[0] * w[1];
    shared_table[1] = w[0];
    *y = shared_table[0] * shared_table[1];
}

void found(const double w[2], double *y)
{
    double a[2];
    const double *in = shared_table;
    a[0] = w[0] * in[1];
    a[1] = w[1] + in[0];
    if (w[0] * w[0] > 0.0)
        in = a;
    *y = in[0] * in[1] * w[1];
}
