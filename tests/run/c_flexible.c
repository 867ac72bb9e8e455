// Structures that end in an array without extent, which alone has a derivative; bit-fields and a union beside it.
// head: energy(x)\(energy)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 2
// wrong interpreted: the extent of an array is not known
#include <stdlib.h>

struct chain {
    unsigned closed : 1, kind : 3;
    int n;
    double k;
    union { int id; unsigned char raw[4]; } tag;
    double x[];
};

static struct chain *chain_new(int n, double k)
{
    struct chain *c = malloc(sizeof *c + n*sizeof(double));
    if (!c) return NULL;
    c->closed = n > 2;
    c->kind = 5;
    c->n = n;
    c->k = k;
    c->tag.id = 2;
    return c;
}

static double chain_energy(const struct chain *c)
{
    double e = 0;
    for (int i = c->closed ? 0 : 1; i < c->n; i++) {
        double d = c->x[i] - c->x[i ? i - 1 : c->n - 1];
        e += 0.5*c->k*d*d*c->tag.id;
    }
    return c->kind == 5 ? e : 0;
}

double energy(const double *x, int n)
{
    struct chain *c = chain_new(n, 3.0);
    for (int i = 0; i < n; i++) c->x[i] = x[i]*x[i];
    double e = chain_energy(c);
    free(c);
    return e;
}
