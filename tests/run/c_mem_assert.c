// A function that checks its arguments and gives memory: parts of one block, in a structure.
// head: eval(eval)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.0
// inputs: y(4) = 0.5 .. 1.0
// inputs: t = 0.7
#include <assert.h>
#include <stdlib.h>

typedef struct {
    size_t n;
    double *x, *y;
} curve;

static curve build(size_t n, const double *x, const double *y)
{
    assert(n > 2);
    curve c = { .n = n };
    double *block = malloc(2*n*sizeof(double));
    c.x = block;
    c.y = block + n;
    for (size_t i = 0; i < n; i++) {
        c.x[i] = x[i]*x[i];
        c.y[i] = y[i]*x[i];
    }
    return c;
}

static double at(const curve *c, double t)
{
    double s = 0.0;
    for (size_t i = 0; i < c->n; i++)
        s = s*t + c->y[i]*c->x[i];
    return s;
}

double eval(int n, const double *x, const double *y, double t)
{
    curve c = build((size_t)n, x, y);
    double s = at(&c, t);
    free(c.x);
    return s;
}
