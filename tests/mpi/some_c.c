/* Messages of which the program asks which have come, and a master with workers that takes what comes from any of them. */
#include <mpi.h>

enum { MOST = 8 };

static double asked(int size, const double *x, int tag, int how)
{
    double got[MOST][3], sent[MOST][3], total = 0;
    MPI_Request requests[MOST], sends[MOST];
    MPI_Status statuses[MOST], status;
    int indices[MOST], left = size, which, done, flag;
    for (int k = 0; k < size; k++)
        MPI_Irecv(got[k], 3, MPI_DOUBLE, k, tag, MPI_COMM_WORLD, &requests[k]);
    for (int k = 0; k < size; k++) {
        for (int i = 0; i < 3; i++)
            sent[k][i] = x[k + i] * x[k + 3];
        MPI_Isend(sent[k], 3, MPI_DOUBLE, k, tag, MPI_COMM_WORLD, &sends[k]);
    }
    while (left > 0) {
        done = 0;
        if (how == 0) {
            MPI_Waitany(size, requests, &which, &status);
            indices[0] = which;
            done = 1;
        } else if (how == 1) {
            MPI_Waitsome(size, requests, &done, indices, statuses);
        } else if (how == 2) {
            MPI_Testsome(size, requests, &done, indices, MPI_STATUSES_IGNORE);
        } else {
            MPI_Testany(size, requests, &which, &flag, MPI_STATUS_IGNORE);
            if (flag) {
                indices[0] = which;
                done = 1;
            }
        }
        for (int k = 0; k < done; k++) {
            double *at = got[indices[k]];
            total += at[0] * at[1] * at[2] * (indices[k] + 1);
        }
        left -= done;
    }
    MPI_Waitall(size, sends, MPI_STATUSES_IGNORE);
    return total;
}

/* The master hands out pieces, and takes what comes. */
static double master(int n, const double *x, int size)
{
    double total = 0, piece[2], got;
    int next = 0, busy = 0, of_worker[MOST];
    MPI_Status status;
    for (int k = 1; k < size && next < n - 1; k++) {
        piece[0] = x[next];
        piece[1] = x[next + 1];
        MPI_Send(piece, 2, MPI_DOUBLE, k, 1, MPI_COMM_WORLD);
        of_worker[k] = next++;
        busy++;
    }
    while (busy > 0) {
        MPI_Recv(&got, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        total += got * x[of_worker[status.MPI_SOURCE]];
        if (next < n - 1) {
            piece[0] = x[next];
            piece[1] = x[next + 1];
            MPI_Send(piece, 2, MPI_DOUBLE, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
            of_worker[status.MPI_SOURCE] = next++;
        } else {
            busy--;
            piece[0] = piece[1] = 0;
            MPI_Send(piece, 2, MPI_DOUBLE, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
        }
    }
    return total;
}

static void worker(double scale)
{
    double piece[2], made;
    MPI_Status status;
    for (;;) {
        MPI_Recv(piece, 2, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == 2)
            break;
        made = piece[0] * piece[0] * scale + piece[1];
        MPI_Send(&made, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    }
}

void f(int n, const double *x, int m, double *y)
{
    double total[5], far, near = 0, scale = x[0];
    int rank, size, flag = 0;
    MPI_Request request;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int how = 0; how < 4; how++)
        total[how] = asked(size, x, 10 + how, how);
    total[4] = 0;
    MPI_Bcast(&scale, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        total[4] = master(n, x, size);
    else
        worker(scale);
    MPI_Barrier(MPI_COMM_WORLD);
    far = x[2] * x[3];
    MPI_Irecv(&near, 1, MPI_DOUBLE, (rank + size - 1) % size, 5, MPI_COMM_WORLD, &request);
    MPI_Send(&far, 1, MPI_DOUBLE, (rank + 1) % size, 5, MPI_COMM_WORLD);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    for (int i = 0; i < m; i++)
        y[i] = total[i % 5] * x[i] + near * near;
}
