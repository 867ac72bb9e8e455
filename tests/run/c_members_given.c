// Two members of a structure handed to one call, where members are given each other's pointers.
// inputs: n = 3
// inputs: x(4) = 0.5 .. 1
// head: buffers(x)\(buffers)
// head: chosen(x)\(chosen)
#include <stdlib.h>

struct work { double *now, *next, *best; };

static void step(const double *a, double *b)
{
    for (int i = 0; i < 2; i++) b[i] += a[i]*a[1 - i];
}

static void swap(struct work *w)
{
    double *t = w->now;
    w->now = w->next;
    w->next = t;
}

double buffers(int n, const double *x)
{
    double a[2] = { x[0], x[1] }, b[2] = { x[2], x[3] };
    struct work w = { a, b, NULL };
    for (int t = 0; t < n; t++) {
        step(w.now, w.next);
        swap(&w);
    }
    return w.now[0]*w.next[1];
}

double chosen(int n, const double *x)
{
    struct work w, *p = &w;
    w.now = malloc(2*sizeof(double));
    w.next = malloc(2*sizeof(double));
    for (int i = 0; i < 2; i++) { w.now[i] = x[i]; w.next[i] = x[2 + i]; }
    w.best = n > 2 ? w.next : w.now;
    step(p->now, p->best);
    double s = w.best[0]*w.best[1];
    free(w.now);
    free(w.next);
    return s;
}
