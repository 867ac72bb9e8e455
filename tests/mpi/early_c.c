/* Halo exchange in C by calls that return early: parts of an array that is handed over, of a local one, and a scalar. */
#include <mpi.h>

static void exchange(int n, double *u, double *v, int left, int right)
{
    MPI_Request requests[4];
    MPI_Irecv(u, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&u[n + 1], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(u + n, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, requests + 2);
    MPI_Isend(&u[1], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[3]);
    for (int i = 2; i < n; i++)
        v[i] = u[i] + 0.1 * u[i] * (u[i - 1] + u[i + 1]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    v[1] = u[1] + 0.1 * u[1] * (u[0] + u[2]);
    v[n] = u[n] + 0.1 * u[n] * (u[n - 1] + u[n + 1]);
}

void f(int n, const double *x, int m, double *y)
{
    int rank, size, left, right;
    double u[14], v[14], got[4], sent[4], far, near;
    MPI_Request in, out, other;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < 14; i++)
        u[i] = 0.3;
    for (int i = 0; i < n; i++)
        u[i + 1] = x[i];
    for (int k = 0; k < 3; k++) {
        exchange(n, u, v, left, right);
        for (int i = 1; i <= n; i++)
            u[i] = v[i];
    }
    /* Around a ring. */
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < 4; i++) {
        got[i] = 0.0;
        sent[i] = u[i + 1] * u[i + 2];
    }
    near = u[1] * x[3];
    far = 0.0;
    MPI_Irecv(got + 1, 3, MPI_DOUBLE, left, 5, MPI_COMM_WORLD, &in);
    MPI_Isend(sent, 3, MPI_DOUBLE, right, 5, MPI_COMM_WORLD, &out);
    MPI_Irecv(&far, 1, MPI_DOUBLE, right, 6, MPI_COMM_WORLD, &other);
    MPI_Send(&near, 1, MPI_DOUBLE, left, 6, MPI_COMM_WORLD);
    MPI_Wait(&in, MPI_STATUS_IGNORE);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    MPI_Wait(&out, MPI_STATUS_IGNORE);
    for (int i = 0; i < m; i++)
        y[i] = got[i % 4] * got[i % 4] * u[i + 1] + far * x[i];
}
