// An integrator that is given the right side as a pointer to a function.
// head: solve(solve)/(p y0)
// inputs: n = 10
// inputs: p(3) = 0.5 .. 1.0
// inputs: y0(2) = 0.5 .. 1.0
#include <math.h>
typedef void (*rhs_t)(double t, const double *y, const double *p, double *dy);
static void lotka(double t, const double *y, const double *p, double *dy)
{
    dy[0] = p[0]*y[0] - p[1]*y[0]*y[1] + 0.1*sin(t);
    dy[1] = p[1]*y[0]*y[1] - p[2]*y[1];
}
static void rk4(rhs_t f, double t, double h, int m, double *y, const double *p)
{
    double k1[2], k2[2], k3[2], k4[2], z[2];
    int i;
    f(t, y, p, k1);
    for (i = 0; i < m; i++) z[i] = y[i] + 0.5*h*k1[i];
    f(t + 0.5*h, z, p, k2);
    for (i = 0; i < m; i++) z[i] = y[i] + 0.5*h*k2[i];
    f(t + 0.5*h, z, p, k3);
    for (i = 0; i < m; i++) z[i] = y[i] + h*k3[i];
    f(t + h, z, p, k4);
    for (i = 0; i < m; i++) y[i] += h/6.0*(k1[i] + 2.0*k2[i] + 2.0*k3[i] + k4[i]);
}
double solve(int n, const double *p, const double *y0)
{
    double y[2], t = 0.0, h = 0.1;
    y[0] = y0[0]; y[1] = y0[1];
    for (int k = 0; k < n; k++) { rk4(lotka, t, h, 2, y, p); t += h; }
    return y[0]*y[0] + y[1];
}
