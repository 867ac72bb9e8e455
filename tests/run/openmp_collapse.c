// A stencil over two dimensions, whose two loops are one; unsigned counters; a loop over rows.
// head: heat(v)/(u,c)
// inputs: n = 5
// inputs: m = 4
// options: -openmp
#include <stddef.h>
#include <math.h>
void heat(size_t n, size_t m, double u[n][m], double v[n][m], double c)
{
#pragma omp parallel
    {
#pragma omp for collapse(2) schedule(static)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++)
                v[i][j] = c * u[i][j] * u[i][j];
#pragma omp for
        for (size_t i = 1; i < n - 1; i++) {
            for (size_t j = 1; j < m - 1; j++) {
                double lap = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j];
                v[i][j] += c * sin(lap);
            }
        }
    }
}
