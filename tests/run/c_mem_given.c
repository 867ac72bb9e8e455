// Memory that a function gives: from loops, by casts, inside of expressions, from itself.
// inputs: n = 3
// inputs: y(3) = 0.5 .. 1.0
// head: early(early)/(y)
// head: cast(cast)/(y)
// head: inside(inside)/(y)
// head: found(found)/(y)
// head: walked(walked)/(y)
#include <stdlib.h>

typedef struct node {
    double v;
    struct node *next;
} node;

typedef struct {
    int n;
    double *p;
} vec;

static double *copy(int n, const double *y)
{
    double *b = malloc(n*sizeof(double));
    for (int i = 0; i < n; i++) {
        b[i] = y[i]*y[i];
        if (i > 5)
            return b;
    }
    return b;
}

double early(int n, const double *y)
{
    double s = y[0];
    double *w = copy(n, y);
    for (int i = 0; i < n; i++)
        s += w[i]*w[i];
    free(w);
    return s;
}

double cast(int n, const double *y)
{
    double s = y[0];
    double *w = (double *)((char *)copy(n, y));
    for (int i = 0; i < n; i++)
        s += w[i]*w[i];
    free(w);
    return s;
}

static vec pack(int n, const double *y)
{
    vec v;
    v.n = n;
    v.p = malloc(n*sizeof(double));
    for (int i = 0; i < n; i++) {
        v.p[i] = y[i]*y[i];
        if (i > 5)
            return v;
    }
    return v;
}

double inside(int n, const double *y)
{
    double s = y[0];
    vec w = pack(n, y);
    for (int i = 0; i < w.n; i++)
        s += w.p[i]*w.p[i];
    free(w.p);
    return s;
}

static double *large(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        if (a[i] > 0.5)
            return &a[i];
    }
    return a;
}

double found(int n, const double *y)
{
    double a[3];
    for (int i = 0; i < n; i++)
        a[i] = y[i]*y[i];
    double *w = large(a, n);
    double s = *w;
    *w = s*y[0];
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static node *last(node *t)
{
    if (t->next)
        return last(t->next);
    return t;
}

double walked(int n, const double *y)
{
    node a[3];
    for (int i = 0; i < n; i++) {
        a[i].v = y[i]*y[i];
        a[i].next = i + 1 < n ? &a[i + 1] : 0;
    }
    node *w = last(a);
    return w->v*y[0];
}
