// Lists of values that leave members out: the others lead where they were made to lead, and the rest is zero.
// inputs: x(3) = 0.5 .. 1.5
// head: named(t)/(t x)
// inputs: t = 0.5 .. 1
// head: first(t)/(t x)
// inputs: t = 0.5 .. 1
// head: literal(t)/(t x)
// inputs: t = 0.5 .. 1
// head: owned(owned)/(x)
// inputs: n = 3
// head: called(t)/(t x)
// inputs: t = 0.5 .. 1
// inputs: n = 3
// head: nearest(nearest)/(x)
// inputs: n = 3
// head: constant(constant)/(x)
#include <stdlib.h>

typedef struct grid grid;
typedef void (*rule)(double *r, double v);
struct grid { double *t, *w; int n; rule rule; double v; };
struct row { double *t; const double *w; double v; };
struct sphere { double r; };
struct hit { double t; const struct sphere *s; };
struct pair { double a, b; };
struct list { int n; double *data, scale; };

void named(double *t, const double *x)
{
    struct row g = { .t = t };
    *g.t += x[0]*x[1];
}

void first(double *t, const double *x)
{
    struct row g = { t };
    g.v = x[0];
    *g.t += g.v*g.v*x[2];
}

void literal(double *t, const double *x)
{
    struct row g;
    g = (struct row){ .w = x, .t = t };
    *g.t = *g.t*g.w[1] + g.v;
}

double owned(int n, const double *x)
{
    struct list a = { .n = n, .data = malloc(n*sizeof(double)) };
    double sum = 0.0;
    for (int i = 0; i < a.n; i++) a.data[i] = x[i]*x[i];
    for (int i = 0; i < a.n; i++) sum += a.data[i]*x[0] + a.scale;
    free(a.data);
    return sum;
}

static void linear(double *r, double v) { *r += 2.0*v; }
static void square(double *r, double v) { *r += v*v; }

void called(int n, double *t, const double *x)
{
    grid g = { .t = t };
    g.rule = n > 2 ? square : linear;
    g.v = x[0];
    g.rule(g.t, g.v*x[1]);
}

double nearest(int n, const double *x)
{
    struct sphere all[2] = { { x[0] }, { x[1] } };
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
        struct hit h = { .t = 9.0 };
        for (int i = 0; i < 2; i++)
            if (x[k]*all[i].r < h.t) h = (struct hit){ x[k]*all[i].r, &all[i] };
        if (h.s) sum += h.s->r*h.t;
    }
    return sum;
}

double constant(const double *x)
{
    const struct pair p = { x[0]*x[1], x[2] };
    const struct pair q = { .b = x[0] };
    return p.a*p.b + q.b + q.a;
}
