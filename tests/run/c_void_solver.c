// head: solve(yout)/(y0 p)
// inputs: p(3) = 0.5 .. 1.5
// inputs: y0(2) = 0.5 .. 1
// inputs: yout(2) = 0 .. 0
// inputs: nsteps = 5
// inputs: method = 1
#include <math.h>
#include <stdlib.h>
typedef void (*rhs_fn)(double t, const double *y, double *dy, const void *ctx);
struct lv { double alpha, beta, gamma; };
static void lotka(double t, const double *y, double *dy, const void *ctx)
{
    const struct lv *p = ctx;
    dy[0] = p->alpha*y[0] - p->beta*y[0]*y[1];
    dy[1] = p->gamma*y[0]*y[1] - y[1] + 0.1*sin(t);
}
static int euler_step(rhs_fn f, int n, double t, double h, double *y, const void *ctx)
{
    double *k = malloc(n*sizeof *k);
    if (!k) return -1;
    f(t, y, k, ctx);
    for (int i = 0; i < n; ++i) y[i] += h*k[i];
    free(k);
    return 0;
}
static int midpoint_step(rhs_fn f, int n, double t, double h, double *y, const void *ctx)
{
    double k[n], m[n];
    f(t, y, k, ctx);
    for (int i = 0; i < n; ++i) m[i] = y[i] + 0.5*h*k[i];
    f(t + 0.5*h, m, k, ctx);
    for (int i = 0; i < n; ++i) y[i] += h*k[i];
    return 0;
}
int solve(const double p[3], const double y0[2], double yout[2], int nsteps, int method)
{
    struct lv par = { .alpha = p[0], .beta = p[1], .gamma = p[2] };
    double y[2] = { y0[0], y0[1] };
    const double h = 0.1;
    for (int s = 0; s < nsteps; s++) {
        int err = method == 0 ? euler_step(lotka, 2, s*h, h, y, &par) : midpoint_step(lotka, 2, s*h, h, y, &par);
        if (err) return err;
    }
    yout[0] = y[0];
    yout[1] = y[1];
    return 0;
}
