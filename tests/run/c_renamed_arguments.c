// A function gets an array, and a place in it by a pointer of another name: where the two are apart it is seen, or asked when the adjoint runs.
// head: rows(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0
// head: levels(levels)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: chain(chain)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: offsets(offsets)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: pairs(pairs)/(x)
// inputs: n = 4
// inputs: x(8) = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>
static void step(int n, const double *old, double *new)
{
    for (int i = 0; i < n; i++)
        new[i] = old[i]*old[i] + 0.1*old[(i + 1) % n];
}

void rows(int n, const double *x, double *y)
{
    double a[5][4];
    for (int i = 0; i < n; i++)
        a[0][i] = x[i];
    for (int k = 1; k < 5; k++) {
        double *row = a[k];
        step(n, a[k - 1], row);
    }
    step(n, a[4], y);
}

double levels(int n, const double *x)
{
    double *all = malloc(2*n*sizeof *all), *old = all, *new = all + n, s = 0.0;
    for (int i = 0; i < n; i++)
        old[i] = x[i];
    for (int t = 0; t < 3; t++) {
        double *other = old;
        step(n, old, new);
        old = new;
        new = other;
    }
    for (int i = 0; i < n; i++)
        s += old[i];
    free(all);
    return s;
}

typedef struct { double w, p; } link;

static void move(const link *from, link *to, double q)
{
    to->w = from->w*q + sin(from->p);
    to->p = from->p*to->w;
}

double chain(int n, const double *x)
{
    link l[5];
    l[0].w = x[0];
    l[0].p = 1.0;
    for (int i = 1; i <= n; i++) {
        const link *before = &l[i - 1];
        link *now = l + i;
        move(before, now, x[i - 1]);
    }
    return l[n].w*l[n].p;
}

static void force(const double *xi, const double *xj, double *fi, double *fj)
{
    for (int k = 0; k < 2; k++) {
        double d = xi[k] - xj[k], f = d*exp(-d*d);
        fi[k] += f;
        fj[k] -= f*fi[k];
    }
}

double pairs(int n, const double *x)
{
    double f[8] = {0.0}, s = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double *fi = &f[2*i], *fj = &f[2*j];
            force(&x[2*i], &x[2*j], fi, fj);
        }
    for (int i = 0; i < 2*n; i++)
        s += f[i]*f[i];
    return s;
}

static void both(int i, double *b, double *p, double t)
{
    p[0] *= t;
    b[0] += t*b[i];
    p[0] *= b[i];
}

double offsets(int n, const double *x)
{
    double a[12];
    for (int i = 0; i < 12; i++)
        a[i] = 0.1*i + x[i % 4];
    for (int i = 0; i < n; i++) {
        double *p = a + n + i + 1;
        both(i, a + n, p, x[i]);
    }
    return a[4]*a[5] + a[6]*a[8];
}
