// Reductions other than sums: the greatest value by a test, the least by a function, a product; in single precision as well.
// head: cfl(dt)/(u)
// inputs: n = 6
// inputs: u(6) = 0.5 .. 1.5
// inputs: dt(3) = 1
// options: -openmp
// head: top(out)/(f)
// inputs: n = 5
// inputs: f(5) = 0.5 .. 1.5
// inputs: out(1) = 1
// options: -openmp
#include <math.h>
void cfl(int n, const double *u, double *dt)
{
    double vmax = 0.0, vmin = 10.0, p = 1.0;
#pragma omp parallel for reduction(max : vmax) reduction(min : vmin) reduction(* : p)
    for (int i = 0; i < n; i++) {
        double v = u[i] * u[i] + 1.0;
        if (v > vmax)
            vmax = v;
        vmin = fmin(vmin, sin(u[i]));
        p *= v;
    }
    dt[0] = 1.0 / vmax;
    dt[1] = vmin;
    dt[2] = p;
}
void top(int n, const float *f, float *out)
{
    float t = 0.0f;
#pragma omp parallel for reduction(max : t)
    for (int i = 1; i < n; i += 2)
        t = t < f[i] * f[i] ? f[i] * f[i] : t;
    *out = t;
}
