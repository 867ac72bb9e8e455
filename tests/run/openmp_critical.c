// Sums that one thread adds to at a time, in a block with a name.
// head: total(s,v)/(x)
// inputs: n = 9
// inputs: x(n) = 0.2 .. 1.5
// inputs: s(1) = 0 .. 1
// inputs: v(3) = 0 .. 1
// options: -openmp
#include <math.h>
void total(int n, const double *x, double *s, double *v)
{
    *s = 0.0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double a = sin(x[i]) * exp(-x[i]);
#pragma omp critical(sum)
        {
            *s += a * a;
            v[i % 3] += a;
        }
    }
}
