/* Derivatives of reductions of MPI. */
#include "adMpiParts.h"

#include <complex.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void only_sum(const char *routine, MPI_Op op)
{
    if (op != MPI_SUM)
        adMpi_stop(routine, "the operation is not MPI_SUM");
}

void adMpi_Reduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    only_sum("Reduce", op);
    Place here = adMpi_place("Reduce", comm);
    Numbers x = adMpi_room("Reduce", count, type);
    if (here.rank == root) {
        adMpi_take(&x, 0, recvb, count, type);
        if (sendb)
            adMpi_clear("Reduce", recvb, count, type);
    }
    MPI_Bcast(x.at, x.n, x.type, root, comm);
    if (sendb)
        adMpi_add("Reduce", &x, 0, sendb, count, type);
    adMpi_drop(&x);
}

void adMpi_Allreduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    only_sum("Allreduce", op);
    adMpi_place("Allreduce", comm);
    Numbers x = adMpi_taken("Allreduce", recvb, count, type);
    MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    adMpi_clear("Allreduce", recvb, count, type);
    adMpi_add("Allreduce", &x, 0, sendb ? sendb : recvb, count, type);
    adMpi_drop(&x);
}

static void reduce_scatter_b(const char *routine, void *sendb, Blocks recv, MPI_Op op, MPI_Comm comm)
{
    only_sum(routine, op);
    Place here = adMpi_place(routine, comm);
    if (!sendb)
        adMpi_stop(routine, "it has no derivative here with MPI_IN_PLACE");
    Shares s = adMpi_shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers mine = adMpi_taken(routine, recv.at, adMpi_count_of(&recv, here.rank), recv.type);
    long all = adMpi_all_of(here.size, recv.count, recv.counts);
    Numbers x = adMpi_room(routine, all, recv.type);
    MPI_Allgatherv(mine.at, mine.n, mine.type, x.at, s.counts, s.firsts, x.type, comm);
    adMpi_clear(routine, recv.at, adMpi_count_of(&recv, here.rank), recv.type);
    adMpi_add(routine, &x, 0, sendb, (int)all, recv.type);
    adMpi_drop(&mine);
    adMpi_drop(&x);
    adMpi_drop_shares(&s);
}

void adMpi_Reduce_scatter_b(void *sendb, void *recvb, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    reduce_scatter_b("Reduce_scatter", sendb, (Blocks){recvb, 0, recvcounts, NULL, type}, op, comm);
}

void adMpi_Reduce_scatter_block_b(void *sendb, void *recvb, int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    reduce_scatter_b("Reduce_scatter_block", sendb, (Blocks){recvb, recvcount, NULL, NULL, type}, op, comm);
}

/* Sums from the last process to the first one; without the own numbers for `exclusive`. */
static void scan_b(const char *routine, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   int exclusive)
{
    only_sum(routine, op);
    Place here = adMpi_place(routine, comm);
    MPI_Comm back;
    MPI_Comm_split(comm, 0, -here.rank, &back);
    Numbers x = adMpi_taken(routine, recvb, count, type), y = adMpi_room(routine, count, type);
    /* The first process gets nothing. */
    int idle = exclusive && here.rank == 0;
    if (idle)
        memset(x.at, 0, (size_t)x.n * (size_t)x.bytes);
    else
        adMpi_clear(routine, recvb, count, type);
    if (exclusive)
        MPI_Exscan(x.at, y.at, x.n, x.type, MPI_SUM, back);
    else
        MPI_Scan(x.at, y.at, x.n, x.type, MPI_SUM, back);
    if (exclusive && here.rank == here.size - 1)
        memset(y.at, 0, (size_t)y.n * (size_t)y.bytes);
    adMpi_add(routine, &y, 0, sendb ? sendb : recvb, count, type);
    MPI_Comm_free(&back);
    adMpi_drop(&x);
    adMpi_drop(&y);
}

void adMpi_Scan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    scan_b("Scan", sendb, recvb, count, type, op, comm, 0);
}

void adMpi_Exscan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    scan_b("Exscan", sendb, recvb, count, type, op, comm, 1);
}

/* The derivative of each result by each number of this process, as if all were real: that of the least or greatest number is 1 in the first process that has
 * it, that of a product is the product of the others, and no quotient, for one of them may be zero. */
static void factors(const char *routine, Numbers *x, int is_complex, MPI_Op op, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    size_t bytes = (size_t)x->n * (size_t)x->bytes;
    if (op == MPI_MIN || op == MPI_MAX) {
        char *best = adMpi_allocate(routine, bytes);
        int *who = adMpi_allocate(routine, sizeof *who * (size_t)x->n);
        MPI_Allreduce(x->at, best, x->n, x->type, op, comm);
        for (int k = 0; k < x->n; k++) {
            int is_best = x->bytes == 8 ? ((double *)x->at)[k] == ((double *)best)[k] : ((float *)x->at)[k] == ((float *)best)[k];
            who[k] = is_best ? here.rank : INT_MAX;
        }
        MPI_Allreduce(MPI_IN_PLACE, who, x->n, MPI_INT, MPI_MIN, comm);
        for (int k = 0; k < x->n; k++) {
            if (x->bytes == 8)
                ((double *)x->at)[k] = who[k] == here.rank;
            else
                ((float *)x->at)[k] = who[k] == here.rank;
        }
        free(best);
        free(who);
        return;
    }
    if (op != MPI_PROD)
        adMpi_stop(routine, "the operation is none of MPI_SUM, MPI_PROD, MPI_MIN and MPI_MAX");
    char *all = adMpi_allocate(routine, bytes * (size_t)here.size);
    MPI_Allgather(x->at, x->n, x->type, all, x->n, x->type, comm);
    int width = is_complex ? 2 : 1;
    for (int k = 0; k < x->n; k += width) {
        double complex product = 1;
        for (int r = 0; r < here.size; r++) {
            char *at = all + (size_t)r * bytes + (size_t)k * (size_t)x->bytes;
            double re = x->bytes == 8 ? *(double *)at : *(float *)at;
            double im = !is_complex ? 0 : x->bytes == 8 ? ((double *)at)[1] : ((float *)at)[1];
            if (r != here.rank)
                product *= is_complex ? re + im * I : re;
        }
        if (x->bytes == 8)
            ((double *)x->at)[k] = creal(product);
        else
            ((float *)x->at)[k] = (float)creal(product);
        if (is_complex && x->bytes == 8)
            ((double *)x->at)[k + 1] = cimag(product);
        if (is_complex && x->bytes == 4)
            ((float *)x->at)[k + 1] = (float)cimag(product);
    }
    free(all);
}

/* Multiplies derivatives by them; `transposed`: by their conjugates. */
static void scale(Numbers *x, const Numbers *by, int is_complex, int transposed)
{
    int width = is_complex ? 2 : 1;
    for (int k = 0; k < x->n; k += width) {
        double v[2] = {0, 0}, w[2] = {0, 0};
        for (int j = 0; j < width; j++) {
            v[j] = x->bytes == 8 ? ((double *)x->at)[k + j] : ((float *)x->at)[k + j];
            w[j] = x->bytes == 8 ? ((double *)by->at)[k + j] : ((float *)by->at)[k + j];
        }
        if (transposed)
            w[1] = -w[1];
        double product[2] = {v[0] * w[0] - v[1] * w[1], v[0] * w[1] + v[1] * w[0]};
        for (int j = 0; j < width; j++) {
            if (x->bytes == 8)
                ((double *)x->at)[k + j] = product[j];
            else
                ((float *)x->at)[k + j] = (float)product[j];
        }
    }
}

static int is_complex(MPI_Datatype type)
{
    return adMpi_size_of(type) == 2 * adMpi_real_bytes(type);
}

/* `root` below zero: every process has the result. */
static void operation_b(const char *routine, const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    if (!adMpi_is_named(type))
        adMpi_stop(routine, "operations other than MPI_SUM have no derivative here for derived types");
    Numbers x = adMpi_room(routine, count, type), by = adMpi_taken(routine, send, count, type);
    if (root < 0 || here.rank == root) {
        adMpi_take(&x, 0, recvb, count, type);
        adMpi_clear(routine, recvb, count, type);
    }
    if (root < 0)
        MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    else
        MPI_Bcast(x.at, x.n, x.type, root, comm);
    if (op != MPI_SUM) {
        factors(routine, &by, is_complex(type), op, comm);
        scale(&x, &by, is_complex(type), 1);
    }
    adMpi_add(routine, &x, 0, sendb, count, type);
    adMpi_drop(&x);
    adMpi_drop(&by);
}

static void operation_d(const char *routine, const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    if (!adMpi_is_named(type))
        adMpi_stop(routine, "operations other than MPI_SUM have no derivative here for derived types");
    Numbers x = adMpi_taken(routine, sendd, count, type), by = adMpi_taken(routine, send, count, type);
    if (op != MPI_SUM) {
        factors(routine, &by, is_complex(type), op, comm);
        scale(&x, &by, is_complex(type), 0);
    }
    MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    if (root < 0 || here.rank == root)
        adMpi_give(&x, 0, recvd, count, type);
    adMpi_drop(&x);
    adMpi_drop(&by);
}

void adMpi_Reduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm)
{
    operation_b("Reduce", send, sendb, recvb, count, type, op, root, comm);
}

void adMpi_Allreduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    operation_b("Allreduce", send, sendb, recvb, count, type, op, -1, comm);
}

void adMpi_Reduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm)
{
    operation_d("Reduce", send, sendd, recvd, count, type, op, root, comm);
}

void adMpi_Allreduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm)
{
    operation_d("Allreduce", send, sendd, recvd, count, type, op, -1, comm);
}
