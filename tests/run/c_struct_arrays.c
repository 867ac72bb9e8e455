// Arrays of structures in C: elements passed as `bank + k`, arrays inside a structure, counters beside unsigned extents, tables of which a row is passed.
// head: engine(work)/(load gain)
// inputs: n = 6
// inputs: load(6) = 0 .. 2
// inputs: gain(4) = 0.5 .. 1.5
// inputs: work = 0 .. 0
// head: total(total)/(w)
// inputs: n = 4
// inputs: w(4) = 0.5 .. 1.5
// head: filter(out)/(in coef)
// inputs: n = 7
// inputs: in(7) = -1 .. 1
// inputs: coef(5) = -0.4 .. 0.4
// inputs: out(7) = 0 .. 0
// head: box(c)/(c k)
// inputs: c(4) = 0.1 .. 1
// inputs: k(3) = 0.1 .. 1
#include <math.h>
#include <string.h>

enum phase { INTAKE, COMPRESS, POWER, EXHAUST, PHASES };
struct cylinder { enum phase phase; double p, v; unsigned count; };
static enum phase next(enum phase p) { return (enum phase)((p + 1) % PHASES); }

static void tick(struct cylinder *c, double load, const double gain[PHASES], double *w)
{
    switch (c->phase) {
    case INTAKE:
        c->v += gain[INTAKE]*load;
        if (c->v < 1.2) break;
        c->phase = next(c->phase);
        /* fall through */
    case COMPRESS:
        c->p *= 1.0 + gain[COMPRESS]*c->v;
        c->phase = POWER;
        break;
    case POWER: {
        double dv = 0.1*gain[POWER]*load;
        *w += c->p*dv;
        c->p *= pow(c->v/(c->v + dv), 1.4);
        c->v += dv;
        c->phase = next(c->phase);
        break;
    }
    case EXHAUST:
        c->p = 1.0 + 0.5*gain[EXHAUST]*(c->p - 1.0);
        c->phase = next(c->phase);
        break;
    default:
        return;
    }
    c->count++;
}

void engine(int n, const double *load, const double *gain, double *work)
{
    struct cylinder bank[2] = { { .phase = INTAKE, .p = 1.0, .v = 1.0 }, { POWER, 2.0, 1.5, 0u } };
    *work = 0.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            tick(bank + k, load[i], gain, work);
    *work += bank[0].p*bank[1].v;
}

typedef struct { double val; int left, right; } node;
typedef struct { node pool[16]; int used, root; } tree;

static int new_node(tree *t, double v)
{
    node *nd = &t->pool[t->used];
    nd->val = v; nd->left = nd->right = -1;
    return t->used++;
}

static void insert(tree *t, double v)
{
    int *link = &t->root;
    while (*link >= 0) link = v < t->pool[*link].val ? &t->pool[*link].left : &t->pool[*link].right;
    *link = new_node(t, v);
}

static double walk(const tree *t, int at, int depth)
{
    if (at < 0) return 0;
    const node *nd = t->pool + at;
    return walk(t, nd->left, depth + 1)*0.5 + nd->val*nd->val/(1 + depth) + walk(t, nd->right, depth + 1);
}

double total(int n, const double *w)
{
    tree t = { .used = 0, .root = -1 };
    for (int i = 0; i < n; i++) insert(&t, sin(w[i]));
    return walk(&t, t.root, 0);
}

#define LENGTH 4u
typedef struct { double b0, b1, b2, a1, a2; } coefs;
typedef struct { coefs c; double z1, z2; } biquad;
typedef struct { double buf[LENGTH]; unsigned head; } ring;
static void ring_put(ring *r, double v) { r->buf[r->head++ & (LENGTH - 1)] = v; }
static double ring_get(const ring *r, unsigned back) { return r->buf[(r->head - 1 - back) & (LENGTH - 1)]; }

static double biquad_run(biquad *f, double x)
{
    double y = f->c.b0*x + f->z1;
    f->z1 = f->c.b1*x - f->c.a1*y + f->z2;
    f->z2 = f->c.b2*x - f->c.a2*y;
    return y;
}

void filter(int n, const double *in, const double *coef, double *out)
{
    biquad f;
    ring r;
    memset(&f, 0, sizeof f);
    memset(&r, 0, sizeof(ring));
    f.c = (coefs){ coef[0], coef[1], coef[2], coef[3], coef[4] };
    for (int i = 0; i < n; i++) {
        double y = biquad_run(&f, in[i]);
        ring_put(&r, y);
        out[i] = y + 0.5*ring_get(&r, 2);
        if (i % 3 == 2) f.c.b0 *= 0.9;
    }
}

typedef struct { int in[2]; int out[2]; double order; } reaction;
static const reaction mech[3] = { { { 0, 1 }, { 2, -1 }, 1.0 }, { { 2, -1 }, { 0, 3 }, 1.5 }, { { 3, 3 }, { 1, -1 }, 1.0 } };

static double rate(const reaction *r, const double c[], double k)
{
    double v = k;
    for (const int *s = r->in; s < r->in + 2 && *s >= 0; s++) v *= pow(c[*s], r->order);
    return v;
}

void box(double *c, const double *k)
{
    double dc[4], v[3], h = 0.05;
    for (int s = 0; s < 3; s++) {
        memset(dc, 0, 4*sizeof(*dc));
        for (int r = 0; r < 3; r++) {
            v[r] = rate(mech + r, c, k[r]);
            for (int i = 0; i < 2; i++) {
                if (mech[r].in[i] >= 0) dc[mech[r].in[i]] -= v[r];
                if (mech[r].out[i] >= 0) dc[mech[r].out[i]] += v[r];
            }
        }
        for (int i = 0; i < 4; i++) c[i] += h*dc[i];
    }
}
