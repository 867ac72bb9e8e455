// Buffers that change places as members of a structure: allocated here, given by the caller, rows of pointers, three of them in turn.
// inputs: n = 4
// inputs: nt = 3
// inputs: a(4) = 0.2 .. 1
// inputs: b(4) = 0.2 .. 1
// head: own(x a)\(own)
// head: given(x a b)\(given)
// head: rows(x a)\(rows)
// head: three(x a b)\(three)
#include <stdlib.h>
struct pair {
    double *u, *un;
};
struct grid {
    double **u, **un;
};
struct triple {
    struct pair now;
    double *old;
};

double own(int n, int nt, double *a, double *b, double x)
{
    struct pair g;
    double j = b[0];
    g.u = calloc((size_t)n, sizeof(double));
    g.un = calloc((size_t)n, sizeof(double));
    for (int i = 0; i < n; i++)
        g.u[i] = x*a[i];
    for (int k = 0; k < nt; k++) {
        for (int i = 1; i < n; i++)
            g.un[i] = g.u[i]*g.u[i - 1] + x;
        double *t = g.u;
        g.u = g.un;
        g.un = t;
    }
    for (int i = 0; i < n; i++)
        j += g.u[i];
    free(g.u);
    free(g.un);
    return j;
}

double given(int n, int nt, double *a, double *b, double x)
{
    struct pair g;
    double j = 0.0;
    g.u = a;
    g.un = b;
    for (int k = 0; k < nt; k++) {
        double *t;
        for (int i = 1; i < n; i++)
            g.un[i] = g.u[i]*g.u[i - 1] + x*g.un[i];
        t = g.un;
        g.un = g.u;
        g.u = t;
    }
    for (int i = 0; i < n; i++)
        j += g.u[i];
    return j;
}

static double **table(int n, int m)
{
    double **t = malloc((size_t)n*sizeof(double *));
    t[0] = calloc((size_t)n*(size_t)m, sizeof(double));
    for (int i = 1; i < n; i++)
        t[i] = t[0] + i*m;
    return t;
}

double rows(int n, int nt, double *a, double *b, double x)
{
    struct grid g;
    double j = b[1];
    g.u = table(n, 2);
    g.un = table(n, 2);
    for (int i = 0; i < n; i++)
        g.u[i][1] = a[i];
    for (int k = 0; k < nt; k++) {
        for (int i = 1; i < n; i++)
            g.un[i][1] = g.u[i][1]*g.u[i - 1][1] + x;
        double **t = g.u;
        g.u = g.un;
        g.un = t;
        g.u[0][1] = g.u[1][1];
    }
    for (int i = 0; i < n; i++)
        j += g.u[i][1];
    free(g.u[0]);
    free(g.un[0]);
    free(g.u);
    free(g.un);
    return j;
}

double three(int n, int nt, double *a, double *b, double x)
{
    struct triple g;
    double j = 0.0;
    g.now.u = a;
    g.now.un = b;
    g.old = calloc((size_t)n, sizeof(double));
    double *mine = g.old;
    for (int k = 0; k < nt; k++) {
        for (int i = 1; i < n; i++)
            g.now.un[i] = 2.0*g.now.u[i] - g.old[i] + x*x*g.now.u[i - 1]*g.now.u[i];
        double *t = g.old;
        g.old = g.now.u;
        g.now.u = g.now.un;
        g.now.un = t;
    }
    for (int i = 0; i < n; i++)
        j += g.now.u[i]*g.old[i];
    free(mine);
    return j;
}
