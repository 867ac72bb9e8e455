// Pointers that turns move wait in small arrays, those of derivatives beside them, which go to the stack when they are full: a list, two kinds of pointers in one
// loop, one that has no derivative, pointers to `const`, a member that moves. What calls itself, and pointers to rows and functions, stay on the stack.
// head: chain(chain)/(x k)
// inputs: n = 300
// inputs: x(300) = 0.5 .. 1.5
// inputs: k = 0.1 .. 0.2
// head: chain(chain)/(x k)
// inputs: n = 1
// inputs: x(1) = 0.5
// inputs: k = 0.1
// head: pairs(pairs)/(x w)
// inputs: n = 90
// inputs: x(90) = 0.5 .. 1.5
// inputs: w(90) = 0.1 .. 0.9
// inputs: step(90) = 1 .. 3
// head: rows(rows)/(x)
// inputs: n = 40
// inputs: x(120) = 0.2 .. 0.9
// head: down(down)/(x)
// inputs: depth = 3
// inputs: x = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>

struct node { double v, f; struct node *next; };
struct cursor { const double *at; int left; };

double chain(int n, const double *x, double k)
{
    struct node *all = malloc(n*sizeof *all), *first = all, *p;
    double e = 0.0;

    for (int i = 0; i < n; i++) {
        all[i].v = x[i];
        all[i].f = 0.0;
        all[i].next = i + 1 < n ? &all[i + 1] : NULL;
    }
    for (int t = 0; t < 3; t++) {
        for (p = first; p->next; p = p->next) {
            double d = p->next->v - p->v;
            if (d > 0.8)
                continue;
            p->f += k*d*fabs(d);
            p->next->f -= k*d*fabs(d);
        }
        p = first;
        while (p) {
            struct node *q = p->next;
            p->v += 0.1*p->f*p->v;
            p = q;
        }
    }
    for (p = first; p; p = p->next)
        e += p->v*p->v;
    free(all);
    return e;
}

double pairs(int n, const double *x, const double *w, const int *step)
{
    struct cursor c;
    const double *q = w;
    const int *s = step;
    double v = 1.0;

    for (int t = 0; t < 12; t++) {
        c.at = x + t%3;
        c.left = n - t%3;
        while (c.left > 0) {
            v = v*(0.9 + 0.01**c.at) + *q*sin(v);
            c.at = c.at + *s;
            c.left -= *s;
            q = v > 1.0 ? w + c.left%7*(c.left > 0) : x;
            s = step + (c.left > 0 ? c.left : 0);
        }
    }
    return v;
}

static double half(double a) { return 0.5*a; }
static double whole(double a) { return a*sin(a); }

double rows(int n, const double *x)
{
    double (*f)(double) = half;
    const double (*r)[3] = (const double (*)[3])x;
    double v = 0.5;

    while (n > 0) {
        v = 0.9*v + f(v)*(*r)[0]*(*r)[2];
        f = v > 0.6 ? half : whole;
        r++;
        n--;
    }
    return v;
}

double down(int depth, double x)
{
    struct node all[4], *p;
    double v = x;

    for (int i = 0; i < 4; i++) {
        all[i].v = v*(i + 1.0);
        all[i].next = i < 3 ? &all[i + 1] : NULL;
    }
    for (p = all; p; p = p->next)
        v = 0.5*v + sin(p->v*v);
    return depth > 0 ? v*down(depth - 1, v) : v;
}
