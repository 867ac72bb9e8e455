// An integrator that keeps a right side and a pointer to its parameters.
// head: response(response)/(table mass k c)
// inputs: nt = 3
// inputs: steps = 3
// inputs: table(3) = 0.5 .. 1
// inputs: mass = 1 .. 2
// inputs: k = 1 .. 2
// inputs: c = 0.1 .. 0.2
#include <math.h>
#include <stdlib.h>
#include <string.h>
typedef int (*rhs_fn)(double t, const double *y, double *ydot, void *user_data);
typedef struct { double mass, k, c; double *table; int n; } oscillator;
typedef struct {
    int n;
    double t, h;
    double *y, *k, *z;
    rhs_fn f;
    void *user_data;
    int calls;
} integrator;
static int osc_rhs(double t, const double *y, double *ydot, void *user_data)
{
    oscillator *o = (oscillator *)user_data;
    double force = 0.0;
    for (int i = 0; i < o->n; i++) force += o->table[i]*cos((i + 1)*t);
    ydot[0] = y[1];
    ydot[1] = (force - o->k*y[0] - o->c*y[1])/o->mass;
    return 0;
}
static integrator *integrator_new(int n, rhs_fn f, void *data, double h)
{
    integrator *s = malloc(sizeof *s);
    if (!s) return NULL;
    s->n = n; s->t = 0; s->h = h;
    s->y = calloc(n, sizeof *s->y);
    s->k = calloc(n, sizeof *s->k);
    s->z = calloc(n, sizeof *s->z);
    s->f = f;
    s->user_data = data;
    s->calls = 0;
    return s;
}
static void integrator_free(integrator *s)
{
    free(s->y); free(s->k); free(s->z); free(s);
}
static int step(integrator *s)
{
    int err = s->f(s->t, s->y, s->k, s->user_data);
    if (err) return err;
    for (int i = 0; i < s->n; i++) s->z[i] = s->y[i] + 0.5*s->h*s->k[i];
    err = s->f(s->t + 0.5*s->h, s->z, s->k, s->user_data);
    if (err) return err;
    for (int i = 0; i < s->n; i++) s->y[i] += s->h*s->k[i];
    s->t += s->h;
    s->calls += 2;
    return 0;
}
double response(const double *table, int nt, double mass, double k, double c, int steps)
{
    oscillator o;
    o.mass = mass; o.k = k; o.c = c; o.n = nt;
    o.table = malloc(nt*sizeof *o.table);
    memcpy(o.table, table, nt*sizeof *o.table);
    integrator *s = integrator_new(2, osc_rhs, &o, 0.1);
    s->y[0] = 0.1;
    s->y[1] = 0.0;
    double e = 0.0;
    for (int i = 0; i < steps; i++) {
        if (step(s)) break;
        e += s->y[0]*s->y[0];
    }
    integrator_free(s);
    free(o.table);
    return e;
}
