// Small forms that programs of C are full of.
// A value that nobody takes.
// head: dropped(z)/(x)
// inputs: x(2) = 0.5 .. 1.5
// inputs: z = 0 .. 0
// A passive structure with an array, by value, where another call passes an active one.
// head: crossed(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// Constants declared together, one of them by a call.
// head: constants(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A constant of a loop.
// head: relaxed(y)/(tau)
// inputs: tau(2) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A label in front of a declaration.
// head: again_and_again(y)/(x)
// inputs: x = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A structure with pointers that is set in part.
// head: in_part(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A pointer that a function notes after a check.
// head: bound(y)/(w x)
// inputs: n = 3
// inputs: w(3) = 0.5 .. 1.5
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// Restricted pointers that only read, to the same array.
// head: norm(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A table of functions with constant arrays as arguments.
// head: distance(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A function chosen from a table and handed on.
// head: chosen(y)/(x)
// inputs: n = 3
// inputs: mode = 1
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A workspace made in one piece, by a local pointer.
// head: carved(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A handle that is destroyed and forgotten.
// head: destroyed(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
#include <math.h>
#include <stdlib.h>

static double value_and_aux(double x, double *aux)
{
    *aux = x*x;
    return x*x*x;
}

void dropped(const double x[2], double *z)
{
    double aux, s;
    s = value_and_aux(x[0], &aux);
    value_and_aux(x[1], &aux);
    *z = s*aux;
}

typedef struct { double e[3]; } v3;

static v3 cross(v3 a, v3 b)
{
    v3 c;
    c.e[0] = a.e[1]*b.e[2] - a.e[2]*b.e[1];
    c.e[1] = a.e[2]*b.e[0] - a.e[0]*b.e[2];
    c.e[2] = a.e[0]*b.e[1] - a.e[1]*b.e[0];
    return c;
}

void crossed(const double x[3], double *y)
{
    const v3 z = {{ 0.0, 0.5, 1.0 }};
    v3 p = {{ x[0], x[1], x[2] }};
    v3 q = cross(p, z);
    v3 r = cross(p, cross(q, p));
    *y = r.e[0] + q.e[1]*q.e[2];
}

static double square_of(double t, double *g) { *g = t; return t*t; }
void constants(int n, const double *x, double *y)
{
    double g, s = 0.0;
    for (int k = 0; k < n; k++) {
        const double r = 1.0 - square_of(x[k], &g), w = x[k];
        s += w*r*g;
    }
    *y = s;
}

void relaxed(const double tau[2], double *y)
{
    double v = 1.0;
    for (int k = 0; k < 2; k++) {
        const double a = exp(-1.0/tau[k]);
        v = a*v + (1 - a);
    }
    *y = v;
}

int again_and_again(double x, double *y)
{
    double p = x;
    int it = 0, rc = 1;
again:
    if (it++ >= 5) goto finish;
    p = p*x*0.9;
    if (p > 0.2) goto again;
    rc = 2;
finish:
    *y = p;
    return rc;
}

typedef struct node { double x; struct node *next; } node;
typedef struct { node *free_list, *first; } cloud;

static void shed(cloud *c, double x)
{
    node *v = c->free_list;
    c->free_list = v->next;
    v->x = x;
    v->next = c->first;
    c->first = v;
}

void in_part(int n, const double *x, double *y)
{
    node *store = malloc(n*sizeof(node));
    cloud c = { .first = NULL };
    c.free_list = NULL;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        store[i].next = c.free_list;
        c.free_list = &store[i];
    }
    for (int i = 0; i < n; i++) shed(&c, x[i]);
    for (node *v = c.first; v; v = v->next) s += v->x*v->x;
    *y = s;
    free(store);
}

typedef struct { const double *w; int n; } layer;

static void bind(layer *l, const double *w, int n)
{
    if (n <= 0) abort();
    l->w = w;
    l->n = n;
}

void bound(int n, const double w[n], const double x[n], double *y)
{
    layer l;
    double s = 0.0;
    bind(&l, w, n);
    for (int i = 0; i < n; i++) s += l.w[i]*x[i]*s + x[i];
    *y = s;
}

static double dot(int n, const double *restrict a, const double *restrict b)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s += a[i]*b[i];
    return s;
}

void norm(int n, const double x[n], double *y)
{
    *y = dot(n, x, x);
}

typedef double (*sdf_fn)(const double p[3]);

static double plane(const double p[3]) { return p[0]*p[1]; }
static double slab(const double p[3]) { return p[2]*p[1]; }
static const sdf_fn TAB[2] = { plane, slab };
static double nearest(const double *p)
{
    double d = 0.0;
    for (int i = 0; i < 2; i++) d += TAB[i](p);
    return d;
}

void distance(const double x[3], double *y)
{
    *y = nearest(x);
}

typedef double (*op_fn)(double, double);

static double mul(double a, double b) { return a*b; }
static double sqsum(double a, double b) { return a*a + b; }
static op_fn const ops[2] = { mul, sqsum };
static void apply(const double *x, op_fn phi, double *s) { *s = phi(*s, x[0]*x[0]); }
void chosen(int n, int mode, const double x[n], double *y)
{
    op_fn phi = ops[mode];
    double s = 1.0;
    for (int i = 0; i < n; i++) apply(&x[i], phi, &s);
    *y = s;
}

typedef struct { double *r, *p; } ws;

static int ws_alloc(ws *w, int n)
{
    double *m = malloc(2*n*sizeof(double));
    if (!m) return 1;
    w->r = m;
    w->p = m + n;
    return 0;
}

void carved(int n, const double x[n], double *y)
{
    ws w;
    if (ws_alloc(&w, n)) return;
    for (int i = 0; i < n; i++) {
        w.p[i] = x[i]*x[0];
        w.r[i] = w.p[i]*w.p[i];
    }
    *y = w.p[0]*w.r[n-1];
    free(w.r);
}

typedef struct { double *w; int n; } filt;

static void destroy(filt **pf)
{
    filt *f = *pf;
    free(f->w); free(f);
    *pf = NULL;
}

void destroyed(int n, const double x[n], double *y)
{
    filt *f = malloc(sizeof *f);
    f->w = malloc(n*sizeof(double));
    for (int i = 0; i < n; i++) f->w[i] = x[i]*x[0];
    *y = f->w[0]*f->w[n-1];
    destroy(&f);
}
