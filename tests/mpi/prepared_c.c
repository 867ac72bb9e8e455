/* Messages that are prepared once and started in every step, in C. */
#include <mpi.h>

static void steps(int n, double u[14], int left, int right, int count)
{
    MPI_Request requests[4];
    double v[16];
    MPI_Recv_init(u, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&u[n + 1], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, requests + 1);
    MPI_Send_init(u + n, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(&u[1], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[3]);
    for (int k = 0; k < count; k++) {
        MPI_Startall(4, requests);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= n; i++)
            v[i] = u[i] + 0.1 * u[i] * (u[i - 1] + u[i + 1]);
        for (int i = 1; i <= n; i++)
            u[i] = v[i];
    }
    for (int k = 0; k < 4; k++)
        MPI_Request_free(&requests[k]);
}

void f(int n, const double *x, int m, double *y)
{
    int rank, size, flag = 0;
    double u[14], far = 1.0, near = 0.0;
    MPI_Request in, out;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    u[0] = u[n + 1] = 0.3;
    for (int i = 0; i < n; i++)
        u[i + 1] = x[i];
    steps(n, u, rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < size - 1 ? rank + 1 : MPI_PROC_NULL, 3);
    MPI_Send_init(&far, 1, MPI_DOUBLE, (rank + 1) % size, 6, MPI_COMM_WORLD, &out);
    MPI_Recv_init(&near, 1, MPI_DOUBLE, (rank + size - 1) % size, 6, MPI_COMM_WORLD, &in);
    for (int k = 0; k < 3; k++) {
        far = far * u[k + 1] + near;
        MPI_Start(&in);
        MPI_Start(&out);
        flag = 0;
        while (!flag)
            MPI_Test(&in, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&out, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&in);
    MPI_Request_free(&out);
    for (int i = 0; i < m; i++)
        y[i] = near * near * u[i + 1] + far * x[i];
}
