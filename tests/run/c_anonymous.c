// head: total(y)/(p b q state)
// inputs: p.kind = 1
// inputs: p.parts.count = 2
// inputs: state.n = 1
#include <math.h>
struct params {
    double amp;
    struct { double re, im; } offset; /* on its line */
    struct {
        int count;
        double w[2];
    } parts[2];
    enum { FIRST, SECOND } kind;
};
typedef struct {
    struct { double lo, hi; } range;
    double mid;
} Box;
struct an { double a; union { int i; float f; }; struct { double b, c; }; };
struct { double scale; int n; } state = {2.0, 1};
static double both(const struct params *p)
{
    return p->offset.re*p->amp + p->offset.im;
}
void total(const struct params *p, const Box *b, struct an *q, double *y)
{
    struct { double s; double t; } acc = {0.0, 1.0};
    acc.s += p->amp*p->offset.re + sin(p->offset.im);
    for (int i = 0; i < 2; ++i)
        acc.t *= p->parts[i].w[0] + p->parts[i].w[1];
    if (p->kind == SECOND) acc.s *= 2;
    q->b = acc.s*q->a*both(p);
    state.scale *= acc.s;
    *y = acc.s + acc.t*b->range.lo + state.scale*b->range.hi + q->b*q->c;
}
