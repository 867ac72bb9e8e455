// head: wave(wave)/(c0)
// inputs: n = 7
// inputs: nt = 3
// inputs: c0(7) = 0.8 .. 1.2
// head: mixed(mixed)/(c0)
// inputs: n = 7
// inputs: nt = 3
// inputs: c0(7) = 0.8 .. 1.2
// Sweeps over a row behind a pointer that call helpers on the way: those that write nothing but their own do not hide which part of the row is set. Others do:
// one that writes through a pointer, one that counts in a global.
#include <stdlib.h>

static int calls;

static inline double lap(const double *u, int i) { return u[i - 1] - 2 * u[i] + u[i + 1]; }

static double half(double a)
{
    double b = 0.5 * a;
    b *= a;
    return b;
}

static double bent(const double *u, int i)
{
    double s = lap(u, i);
    if (s < 0)
        s = -half(s);
    return s;
}

static void step(int n, const double *restrict u, double *restrict v, const double *restrict c)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] + 0.1 * c[i] * c[i] * bent(u, i) * u[i];
}

double wave(int n, int nt, const double *c0)
{
    double s = 0, *u = calloc((size_t)n, sizeof *u), *v = calloc((size_t)n, sizeof *v);
    if (u && v) {
        for (int i = 0; i < n; i++) u[i] = c0[i];
        for (int t = 0; t < nt; t++) {
            step(n, u, v, c0);
            double *w = u;
            u = v;
            v = w;
        }
        for (int i = 0; i < n; i++) s += u[i] * u[i];
    }
    free(u);
    free(v);
    return s;
}

static double pushing(double *edge, double a)
{
    edge[0] = a * edge[0];
    calls++;
    return a * a;
}

static double counted(double a)
{
    calls++;
    return a * a + 0.1 * calls;
}

static void edges(int n, const double *restrict u, double *restrict v)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * pushing(v, u[i]);
}

static void numbers(int n, const double *restrict u, double *restrict v)
{
    for (int i = 1; i < n - 1; i++) v[i] = v[i] * u[i] * counted(u[i]);
}

double mixed(int n, int nt, const double *c0)
{
    double s = 0, *u = calloc((size_t)n, sizeof *u), *v = calloc((size_t)n, sizeof *v);
    calls = 0;
    if (u && v) {
        for (int i = 0; i < n; i++) {
            u[i] = c0[i];
            v[i] = 0.5;
        }
        for (int t = 0; t < nt; t++) {
            edges(n, u, v);
            numbers(n, v, u);
            double *w = u;
            u = v;
            v = w;
        }
        for (int i = 0; i < n; i++) s += u[i] * u[i] + 0.1 * v[i];
    }
    free(u);
    free(v);
    return s;
}
