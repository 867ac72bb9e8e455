// Rows that local pointers lead to, with an array of each iteration's own.
// head: blocks(y)/(x)
// inputs: n = 3
// inputs: m = 4
// inputs: x(12) = 0.1 .. 1
// inputs: y(12) = 0.1 .. 1
// options: -openmp
#include <math.h>
void blocks(int n, int m, const double *x, double *y)
{
    int i;
#pragma omp parallel for
    for (i = 0; i < n; i++) {
        const double *p = x + i * m;
        double *q = y + i * m;
        double w[4];
        for (int j = 0; j < m; j++)
            w[j] = p[j] * p[m - 1 - j];
        for (int j = 0; j < m; j++)
            q[j] = sin(w[j]) + (j > 0 ? q[j - 1] * w[j] : 0.0);
    }
}
