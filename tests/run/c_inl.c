// Static inline, const, restrict.
// head: f(z)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: z(3) = 0.5 .. 1.5
#include <math.h>
static inline double sq(const double v) { return v*v; }
void f(const int n, const double *restrict x, double *restrict z)
{
    for (int i = 0; i < n; ++i) {
        const double t = sq(x[i]);
        register double u = t + sq(t);
        z[i] = u*M_PI;
    }
}
