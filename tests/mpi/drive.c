/* Judges the derivatives of a function f(n, x, m, y), as drive.f90 does. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 12, M = 6 };

void f(int n, const double *x, int m, double *y);
void f_d(int n, const double *x, const double *xd, int m, double *y, double *yd);
void f_b(int n, const double *x, double *xb, int m, double *y, double *yb);

int main(int argc, char **argv)
{
    double x[N], xd[N], xb[N], y[M] = {0}, yd[M] = {0}, yb[M], up[N], down[N], yp[M], ym[M], best = HUGE_VAL, dots[2] = {0, 0}, all[2];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++) {
        x[i] = 0.8 + 0.3 * sin(1.7 * (i + 1) + 2.3 * rank);
        xd[i] = cos(0.9 * (i + 1) * (i + 1) - 1.1 * rank);
    }
    f_d(N, x, xd, M, y, yd);
    for (double h = 1e-3; h > 1e-8; h /= 10) {
        double error = 0;
        for (int i = 0; i < N; i++) {
            up[i] = x[i] + h * xd[i];
            down[i] = x[i] - h * xd[i];
        }
        memset(yp, 0, sizeof yp);
        memset(ym, 0, sizeof ym);
        f(N, up, M, yp);
        f(N, down, M, ym);
        for (int i = 0; i < M; i++)
            error = fmax(error, fabs((yp[i] - ym[i]) / (2 * h) - yd[i]) / (1 + fabs(yd[i])));
        MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        best = fmin(best, error);
    }
    for (int i = 0; i < M; i++) {
        yb[i] = 1 + 0.5 * sin(3.1 * (i + 1) - rank);
        dots[0] += yb[i] * yd[i];
    }
    memset(xb, 0, sizeof xb);
    f_b(N, x, xb, M, y, yb);
    for (int i = 0; i < N; i++)
        dots[1] += xb[i] * xd[i];
    MPI_Allreduce(dots, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        double error = fabs(all[0] - all[1]) / fmax(fabs(all[0]), 1e-300);
        printf("differences %9.2e dot product %9.2e value %13.5e\n", best, error, all[0]);
        if (!(best < 1e-7 && error < 1e-12))
            printf("WRONG\n");
    }
    MPI_Finalize();
    return 0;
}
