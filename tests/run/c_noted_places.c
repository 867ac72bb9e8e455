// What a function that makes a structure notes in it is the caller's.
// head: total(total)/(x q)
// inputs: x(3) = 0.5 .. 1.5
// inputs: q = 1 .. 2
#include <stdlib.h>
struct weights { double a, b; };
struct view { int n; const double *x; struct weights *w; };
static struct view *view_new(int n, const double *x, struct weights *w)
{
    struct view *v = malloc(sizeof *v);
    if (!v) return NULL;
    v->n = n;
    v->x = x;
    v->w = w;
    return v;
}
static double sum(const struct view *v)
{
    double s = 0;
    for (int i = 0; i < v->n; i++) s += (v->w->a + v->w->b*v->x[i])*v->x[i];
    return s;
}
double total(const double x[3], double q)
{
    struct weights w = { q, q*q };
    double y[3];
    for (int i = 0; i < 3; i++) y[i] = x[i]*x[i];
    struct view *v = view_new(3, y, &w);
    double s = sum(v);
    w.a = 2*q;
    s += sum(v);
    free(v);
    return s;
}
