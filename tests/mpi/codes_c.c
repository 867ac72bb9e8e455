/* Codes that exchanges return: in tests, behind macros, handed on by a function, and left alone. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call)                                        \
    do {                                                   \
        int code_ = (call);                                \
        if (code_ != MPI_SUCCESS) {                        \
            fprintf(stderr, "MPI error %d\n", code_);      \
            MPI_Abort(MPI_COMM_WORLD, code_);              \
        }                                                  \
    } while (0)

static int exchange(int n, double *u, int left, int right)
{
    int rc = MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, 1, &u[n + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Sendrecv(u + n, 1, MPI_DOUBLE, right, 2, u, 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return rc;
}

static int total_of(double *part, double *total)
{
    return MPI_Allreduce(part, total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void f(int n, const double *x, int m, double *y)
{
    int rank, size, left, right, ierr;
    double u[14], v[14], part, total, first, from_left;
    MPI_Request requests[2];
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    ierr = MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (ierr)
        exit(1);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < n; i++)
        u[i + 1] = x[i];
    u[0] = 0.0;
    u[n + 1] = 0.0;
    for (int k = 0; k < 3; k++) {
        if (exchange(n, u, left, right) != 0)
            exit(2);
        for (int i = 1; i <= n; i++)
            v[i] = u[i] + 0.1 * u[i] * (u[i - 1] - u[i + 1]);
        for (int i = 1; i <= n; i++)
            u[i] = v[i];
    }
    part = u[1] * u[2];
    if ((ierr = total_of(&part, &total)) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, ierr);
    first = u[2] * x[1];
    if (MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
        exit(3);
    from_left = 0.0;
    CHECK(MPI_Irecv(&from_left, 1, MPI_DOUBLE, left, 4, MPI_COMM_WORLD, &requests[0]));
    CHECK(MPI_Isend(&u[n], 1, MPI_DOUBLE, right, 4, MPI_COMM_WORLD, &requests[1]));
    ierr = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < m; i++)
        y[i] = u[i + 1] * total + first * from_left + ierr;
    (void)MPI_Barrier(MPI_COMM_WORLD);
}
