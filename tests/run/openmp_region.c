// Steps in time inside of one parallel region, whose threads have variables of their own.
// head: steps(u)/(u,a)
// inputs: n = 8
// inputs: nt = 3
// inputs: u(8) = 0.5 .. 1.5
// inputs: v(8) = 0.5 .. 1.5
// inputs: a = 0.1
// options: -openmp
#include <math.h>
void steps(int n, int nt, double *restrict u, double *restrict v, double a)
{
    double total;
#pragma omp parallel
    {
        double c = a * 0.5;
        for (int t = 0; t < nt; t++) {
#pragma omp for
            for (int i = 1; i < n - 1; i++)
                v[i] = u[i] + c * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
#pragma omp single
            {
                v[0] = v[1];
                v[n - 1] = v[n - 2] * u[0];
                total = 0.0;
            }
#pragma omp for reduction(+ : total)
            for (int i = 0; i < n; i++)
                total += v[i] * v[i];
#pragma omp for
            for (int i = 0; i < n; i++)
                u[i] = v[i] / sqrt(total);
        }
    }
}
