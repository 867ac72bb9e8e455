/* Messages and collective operations in C: a ring, halos of a line, sums, products, shares that are gathered and spread. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static void exchange(int n, double *u, int left, int right)
{
    MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, 1, &u[n + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + n, 1, MPI_DOUBLE, right, 2, u, 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void f(int n, const double *x, int m, double *y)
{
    int rank, size, left, right;
    double u[14], v[14], token, total, most, shares[2], parts[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < n; i++)
        u[i + 1] = x[i];
    u[0] = 0.0;
    u[n + 1] = 0.0;
    for (int k = 0; k < 3; k++) {
        exchange(n, u, left, right);
        for (int i = 1; i <= n; i++)
            v[i] = u[i] + 0.1 * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        for (int i = 1; i <= n; i++)
            u[i] = v[i];
    }
    /* Around the ring, where each adds to it. */
    token = u[1];
    if (size > 1) {
        if (rank > 0) {
            MPI_Recv(&token, 1, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            token = sin(token) + u[2] * x[1];
        }
        MPI_Ssend(&token, 1, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(&token, 1, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(&token, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&u[3], &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&u[4], &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    shares[0] = token * x[2];
    shares[1] = total;
    MPI_Allreduce(MPI_IN_PLACE, shares, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double *all = malloc(2 * (size_t)size * sizeof *all);
    for (int i = 0; i < 2 * size; i++)
        all[i] = 0.0;
    MPI_Allgather(shares, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * size; i++)
        all[i] = all[i] * all[i] * (i + 1);
    MPI_Scatter(all, 2, MPI_DOUBLE, parts, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < m; i++)
        y[i] = parts[i % 2] * u[i + 1] + most * token;
    free(all);
}
