// Right sides and energies behind members of a structure, chosen at run time.
// head: simulate(simulate)/(p y0)
// inputs: kind = 1
// inputs: p(4) = 0.5 .. 1.5
// inputs: y0(3) = 0.5 .. 1.0
// inputs: steps = 4
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct model model_t;
struct model {
    int n;
    double par[4];
    void (*rhs)(const model_t *m, double t, const double *y, double *dy);
    double (*energy)(const model_t *m, const double *y);
};

static void lorenz_rhs(const model_t *m, double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = m->par[0]*(y[1] - y[0]);
    dy[1] = y[0]*(m->par[1] - y[2]) - y[1];
    dy[2] = y[0]*y[1] - m->par[2]*y[2];
}
static double lorenz_energy(const model_t *m, const double *y)
{
    return 0.5*(y[0]*y[0] + y[1]*y[1] + y[2]*y[2])*m->par[3];
}
static void duffing_rhs(const model_t *m, double t, const double *y, double *dy)
{
    dy[0] = y[1];
    dy[1] = -m->par[0]*y[1] - m->par[1]*y[0] - m->par[2]*y[0]*y[0]*y[0] + m->par[3]*cos(t);
}
static double duffing_energy(const model_t *m, const double *y)
{
    return 0.5*y[1]*y[1] + 0.5*m->par[1]*y[0]*y[0] + 0.25*m->par[2]*y[0]*y[0]*y[0]*y[0];
}

static int model_init(model_t *m, int kind, const double *p)
{
    memcpy(m->par, p, sizeof m->par);
    switch (kind) {
    case 0: m->n = 3; m->rhs = lorenz_rhs; m->energy = lorenz_energy; break;
    case 1: m->n = 2; m->rhs = duffing_rhs; m->energy = duffing_energy; break;
    default: return -1;
    }
    return 0;
}

static int rk4(const model_t *m, double *y, double h, int steps)
{
    int n = m->n;
    double *w = malloc(5*(size_t)n*sizeof *w);
    if (!w) return -1;
    double *k1 = w, *k2 = w + n, *k3 = w + 2*n, *k4 = w + 3*n, *z = w + 4*n;
    double t = 0;
    for (int s = 0; s < steps; s++) {
        m->rhs(m, t, y, k1);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5*h*k1[i];
        m->rhs(m, t + 0.5*h, z, k2);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5*h*k2[i];
        m->rhs(m, t + 0.5*h, z, k3);
        for (int i = 0; i < n; i++) z[i] = y[i] + h*k3[i];
        m->rhs(m, t + h, z, k4);
        for (int i = 0; i < n; i++) y[i] += h/6*(k1[i] + 2*k2[i] + 2*k3[i] + k4[i]);
        t += h;
    }
    free(w);
    return 0;
}

double simulate(int kind, const double p[4], const double y0[3], int steps)
{
    model_t m;
    double y[3] = { y0[0], y0[1], y0[2] };
    if (model_init(&m, kind, p)) return -1.0;
    if (rk4(&m, y, 0.01, steps)) return -2.0;
    return m.energy(&m, y);
}
