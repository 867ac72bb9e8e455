// Pointers that are given for parameters declared as arrays: what they lead to is read and written there.
// head: direct(c)/(u)
// inputs: u(6) = 0.5 .. 1.5
// inputs: c = 0 .. 0
// head: parts(c)/(u)
// inputs: u(6) = 0.5 .. 1.5
// inputs: c = 0 .. 0
// head: members(c)/(u)
// inputs: u(6) = 0.5 .. 1.5
// inputs: c = 0 .. 0
// head: rows(c)/(u)
// inputs: u(6) = 0.5 .. 1.5
// inputs: c = 0 .. 0
#include <stdlib.h>
typedef struct { double *at; double own[2]; } holder;

static void pair(const double u[2], double out[2])
{
    const double sum = u[0] + u[1];
    out[0] = sum*sum;
    out[1] = u[0]*u[1];
}

static double norm(double a[][3], int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            s += a[i][j]*a[i][j];
    return s;
}

static void scale(int n, double x[n], double by)
{
    for (int i = 0; i < n; i++)
        x[i] *= by*x[0];
}

static void step(double *s, const double *u)
{
    double k[2];
    pair(u, k);
    *s += k[0]*k[1];
}

void direct(const double *u, double *c)
{
    *c = 0;
    step(c, u);
}

void parts(const double *u, double *c)
{
    double v[6];
    for (int i = 0; i < 6; i++)
        v[i] = 0.0;
    pair(u + 2, v + 4);
    pair(&u[3], v);
    pair(u, v + 2);
    scale(3, v + 1, u[4]);
    *c = v[0] + v[1]*v[2] + v[3]*v[5] + v[4];
}

void members(double *u, double *c)
{
    holder h, *p = &h;
    h.at = malloc(2*sizeof(double));
    pair(u, h.at);
    pair(p->at, p->own);
    *c = h.own[0]*h.own[1] + p->at[1];
    free(h.at);
}

void rows(const double *u, double *c)
{
    double (*a)[3] = malloc(2*sizeof *a);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = u[3*i + j]*u[j];
    pair(a[0], a[1]);
    *c = norm(a, 2);
    free(a);
}
