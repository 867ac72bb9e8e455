/* The entry points of adMpi.c for generated Fortran code: lower-case names with one underscore, all arguments by reference, handles as INTEGERs (or as
 * the types of mpi_f08, which hold one). A Fortran compiler wants all calls of a name to look alike, so that there is one for each type of the numbers
 * (s d c z, as in BLAS), and for scalars (0) and arrays (1): ADMPI_BCAST_D1_B. */
#include "adMpi.h"

#include <stddef.h>
#include <stdlib.h>

#define ONE_BUFFER(entry, name, end, list, values) \
    entry(name, s0, end, list, values)             \
    entry(name, s1, end, list, values)             \
    entry(name, d0, end, list, values)             \
    entry(name, d1, end, list, values)             \
    entry(name, c0, end, list, values)             \
    entry(name, c1, end, list, values)             \
    entry(name, z0, end, list, values)             \
    entry(name, z1, end, list, values)

#define TWO_BUFFERS(entry, name, end, list, values) \
    entry(name, s00, end, list, values)             \
    entry(name, s01, end, list, values)             \
    entry(name, s10, end, list, values)             \
    entry(name, s11, end, list, values)             \
    entry(name, d00, end, list, values)             \
    entry(name, d01, end, list, values)             \
    entry(name, d10, end, list, values)             \
    entry(name, d11, end, list, values)             \
    entry(name, c00, end, list, values)             \
    entry(name, c01, end, list, values)             \
    entry(name, c10, end, list, values)             \
    entry(name, c11, end, list, values)             \
    entry(name, z00, end, list, values)             \
    entry(name, z01, end, list, values)             \
    entry(name, z10, end, list, values)             \
    entry(name, z11, end, list, values)

#define BODY(name, kind, end, list, values)             \
    void admpi_##name##_##kind##_##end##_ list          \
    {                                                   \
        values;                                         \
    }
#define IN_PLACE(name, kind, end, list, values)         \
    void admpi_##name##_inplace_##kind##_##end##_ list  \
    {                                                   \
        values;                                         \
    }

typedef const MPI_Fint Integer;
#define TYPE(t) MPI_Type_f2c(*t)
#define COMM MPI_Comm_f2c(*comm)
#define OP MPI_Op_f2c(*op)

ONE_BUFFER(BODY, send, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm),
           adMpi_Send_b(b, *n, TYPE(type), *dest, *tag, COMM))

ONE_BUFFER(BODY, bsend, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm),
           adMpi_Send_b(b, *n, TYPE(type), *dest, *tag, COMM))

ONE_BUFFER(BODY, ssend, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm),
           adMpi_Send_b(b, *n, TYPE(type), *dest, *tag, COMM))

ONE_BUFFER(BODY, rsend, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm),
           adMpi_Send_b(b, *n, TYPE(type), *dest, *tag, COMM))

ONE_BUFFER(BODY, recv, b, (void *b, Integer *n, Integer *type, Integer *source, Integer *tag, Integer *comm),
           adMpi_Recv_b(b, *n, TYPE(type), *source, *tag, COMM))

TWO_BUFFERS(BODY, sendrecv, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, void *c, Integer *m, Integer *also, Integer *source, Integer *recvtag, Integer *comm),
            adMpi_Sendrecv_b(b, *n, TYPE(type), *dest, *tag, c, *m, TYPE(also), *source, *recvtag, COMM))

ONE_BUFFER(BODY, sendrecv_replace, b, (void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *source, Integer *recvtag, Integer *comm),
           adMpi_Sendrecv_replace_b(b, *n, TYPE(type), *dest, *tag, *source, *recvtag, COMM))

ONE_BUFFER(BODY, bcast, b, (void *b, Integer *n, Integer *type, Integer *root, Integer *comm),
           adMpi_Bcast_b(b, *n, TYPE(type), *root, COMM))

TWO_BUFFERS(BODY, gather, b, (void *b, Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *root, Integer *comm),
            adMpi_Gather_b(b, *n, TYPE(type), c, *m, TYPE(also), *root, COMM))

ONE_BUFFER(IN_PLACE, gather, b, (Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *root, Integer *comm),
           adMpi_Gather_b(NULL, *n, TYPE(type), c, *m, TYPE(also), *root, COMM))

TWO_BUFFERS(BODY, gatherv, b, (void *b, Integer *n, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *root, Integer *comm),
            adMpi_Gatherv_b(b, *n, TYPE(type), c, counts, displs, TYPE(also), *root, COMM))

ONE_BUFFER(IN_PLACE, gatherv, b, (Integer *n, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *root, Integer *comm),
           adMpi_Gatherv_b(NULL, *n, TYPE(type), c, counts, displs, TYPE(also), *root, COMM))

TWO_BUFFERS(BODY, scatter, b, (void *b, Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *root, Integer *comm),
            adMpi_Scatter_b(b, *n, TYPE(type), c, *m, TYPE(also), *root, COMM))

ONE_BUFFER(IN_PLACE, scatter, b, (void *b, Integer *n, Integer *type, Integer *m, Integer *also, Integer *root, Integer *comm),
           adMpi_Scatter_b(b, *n, TYPE(type), NULL, *m, TYPE(also), *root, COMM))

TWO_BUFFERS(BODY, scatterv, b, (void *b, Integer *counts, Integer *displs, Integer *type, void *c, Integer *m, Integer *also, Integer *root, Integer *comm),
            adMpi_Scatterv_b(b, counts, displs, TYPE(type), c, *m, TYPE(also), *root, COMM))

ONE_BUFFER(IN_PLACE, scatterv, b, (void *b, Integer *counts, Integer *displs, Integer *type, Integer *m, Integer *also, Integer *root, Integer *comm),
           adMpi_Scatterv_b(b, counts, displs, TYPE(type), NULL, *m, TYPE(also), *root, COMM))

TWO_BUFFERS(BODY, allgather, b, (void *b, Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *comm),
            adMpi_Allgather_b(b, *n, TYPE(type), c, *m, TYPE(also), COMM))

ONE_BUFFER(IN_PLACE, allgather, b, (Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *comm),
           adMpi_Allgather_b(NULL, *n, TYPE(type), c, *m, TYPE(also), COMM))

TWO_BUFFERS(BODY, allgatherv, b, (void *b, Integer *n, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *comm),
            adMpi_Allgatherv_b(b, *n, TYPE(type), c, counts, displs, TYPE(also), COMM))

ONE_BUFFER(IN_PLACE, allgatherv, b, (Integer *n, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *comm),
           adMpi_Allgatherv_b(NULL, *n, TYPE(type), c, counts, displs, TYPE(also), COMM))

TWO_BUFFERS(BODY, alltoall, b, (void *b, Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *comm),
            adMpi_Alltoall_b(b, *n, TYPE(type), c, *m, TYPE(also), COMM))

ONE_BUFFER(IN_PLACE, alltoall, b, (Integer *n, Integer *type, void *c, Integer *m, Integer *also, Integer *comm),
           adMpi_Alltoall_b(NULL, *n, TYPE(type), c, *m, TYPE(also), COMM))

TWO_BUFFERS(BODY, alltoallv, b, (void *b, Integer *ns, Integer *sdispls, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *comm),
            adMpi_Alltoallv_b(b, ns, sdispls, TYPE(type), c, counts, displs, TYPE(also), COMM))

ONE_BUFFER(IN_PLACE, alltoallv, b, (Integer *ns, Integer *sdispls, Integer *type, void *c, Integer *counts, Integer *displs, Integer *also, Integer *comm),
           adMpi_Alltoallv_b(NULL, ns, sdispls, TYPE(type), c, counts, displs, TYPE(also), COMM))

TWO_BUFFERS(BODY, reduce, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *root, Integer *comm),
            adMpi_Reduce_b(b, c, *n, TYPE(type), OP, *root, COMM))

ONE_BUFFER(IN_PLACE, reduce, b, (void *c, Integer *n, Integer *type, Integer *op, Integer *root, Integer *comm),
           adMpi_Reduce_b(NULL, c, *n, TYPE(type), OP, *root, COMM))

TWO_BUFFERS(BODY, allreduce, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Allreduce_b(b, c, *n, TYPE(type), OP, COMM))

ONE_BUFFER(IN_PLACE, allreduce, b, (void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
           adMpi_Allreduce_b(NULL, c, *n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, reduce_scatter, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Reduce_scatter_b(b, c, n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, reduce_scatter_block, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Reduce_scatter_block_b(b, c, *n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, scan, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Scan_b(b, c, *n, TYPE(type), OP, COMM))

ONE_BUFFER(IN_PLACE, scan, b, (void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
           adMpi_Scan_b(NULL, c, *n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, exscan, b, (void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Exscan_b(b, c, *n, TYPE(type), OP, COMM))

ONE_BUFFER(IN_PLACE, exscan, b, (void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
           adMpi_Exscan_b(NULL, c, *n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, reduce_op, b, (const void *a, void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *root, Integer *comm),
            adMpi_Reduce_op_b(a, b, c, *n, TYPE(type), OP, *root, COMM))

TWO_BUFFERS(BODY, reduce_op, d, (const void *a, const void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *root, Integer *comm),
            adMpi_Reduce_op_d(a, b, c, *n, TYPE(type), OP, *root, COMM))

TWO_BUFFERS(BODY, allreduce_op, b, (const void *a, void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Allreduce_op_b(a, b, c, *n, TYPE(type), OP, COMM))

TWO_BUFFERS(BODY, allreduce_op, d, (const void *a, const void *b, void *c, Integer *n, Integer *type, Integer *op, Integer *comm),
            adMpi_Allreduce_op_d(a, b, c, *n, TYPE(type), OP, COMM))

void admpi_probe_(Integer *source, Integer *tag, Integer *comm, MPI_Fint *from, MPI_Fint *with)
{
    adMpi_Probe(*source, *tag, COMM, from, with);
}

void admpi_comm_free_(MPI_Fint *comm, MPI_Fint *ierror)
{
    MPI_Comm c = COMM;
    adMpi_Comm_free(&c);
    *comm = MPI_Comm_c2f(c);
    *ierror = MPI_SUCCESS;
}

void admpi_type_free_(MPI_Fint *type, MPI_Fint *ierror)
{
    MPI_Datatype t = TYPE(type);
    adMpi_Type_free(&t);
    *type = MPI_Type_c2f(t);
    *ierror = MPI_SUCCESS;
}

#define REQUEST &(MPI_Request){MPI_Request_f2c(*request)}

ONE_BUFFER(BODY, isend, b, (void *b), adMpi_Isend_b(b))
ONE_BUFFER(BODY, isend, d, (const void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm, Integer *request),
           adMpi_Isend_d(b, *n, TYPE(type), *dest, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, ibsend, b, (void *b), adMpi_Isend_b(b))
ONE_BUFFER(BODY, ibsend, d, (const void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm, Integer *request),
           adMpi_Isend_d(b, *n, TYPE(type), *dest, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, issend, b, (void *b), adMpi_Isend_b(b))
ONE_BUFFER(BODY, issend, d, (const void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm, Integer *request),
           adMpi_Isend_d(b, *n, TYPE(type), *dest, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, irsend, b, (void *b), adMpi_Isend_b(b))
ONE_BUFFER(BODY, irsend, d, (const void *b, Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm, Integer *request),
           adMpi_Isend_d(b, *n, TYPE(type), *dest, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, irecv, b, (void *b), adMpi_Irecv_b(b))
ONE_BUFFER(BODY, irecv, d, (void *b, Integer *n, Integer *type, Integer *source, Integer *tag, Integer *comm, Integer *request),
           adMpi_Irecv_d(b, *n, TYPE(type), *source, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, irecv, f,
           (const void *b, const void *array, Integer *size, Integer *base, Integer *n, Integer *type, Integer *source, Integer *tag,
            Integer *comm, Integer *request),
           adMpi_Irecv_f(b, array, *size, *base, *n, TYPE(type), *source, *tag, COMM, REQUEST))
ONE_BUFFER(BODY, wait, b, (Integer *base, void *b), adMpi_Wait_array_b(*base, b))
ONE_BUFFER(BODY, start, b, (Integer *base, void *b), adMpi_Start_array_b(*base, b))

#define PREPARED(name, called, held)                                                                                                     \
    ONE_BUFFER(BODY, name, f,                                                                                                            \
               (const void *b, const void *array, Integer *size, Integer *base, Integer *n, Integer *type, Integer *peer, Integer *tag, \
                Integer *comm, Integer *request),                                                                                        \
               called##_f(b, array, *size, *base, *n, TYPE(type), *peer, *tag, COMM, REQUEST))                                           \
    ONE_BUFFER(BODY, name, d, (held *b, Integer *n, Integer *type, Integer *peer, Integer *tag, Integer *comm, Integer *request),       \
               called##_d(b, *n, TYPE(type), *peer, *tag, COMM, REQUEST))
PREPARED(send_init, adMpi_Send_init, const void)
PREPARED(bsend_init, adMpi_Send_init, const void)
PREPARED(ssend_init, adMpi_Send_init, const void)
PREPARED(rsend_init, adMpi_Send_init, const void)
PREPARED(recv_init, adMpi_Recv_init, void)

void admpi_isend_f_(Integer *n, Integer *type, Integer *dest, Integer *tag, Integer *comm, Integer *request)
{
    adMpi_Isend_f(*n, TYPE(type), *dest, *tag, COMM, REQUEST);
}

void admpi_wait_b_(void)
{
    adMpi_Wait_b();
}

#define ONE_REQUEST(name, called)                        \
    void admpi_##name##_(Integer *request)               \
    {                                                    \
        MPI_Request r = MPI_Request_f2c(*request);       \
        called(&r);                                      \
    }
ONE_REQUEST(wait_f, adMpi_Wait_f)
ONE_REQUEST(wait_d, adMpi_Wait_d)
ONE_REQUEST(start_f, adMpi_Start_f)
ONE_REQUEST(start_d, adMpi_Start_d)

static MPI_Request *all_of(int n, const MPI_Fint *requests)
{
    MPI_Request *all = malloc(sizeof *all * (size_t)(n > 0 ? n : 1));
    if (!all)
        abort();
    for (int k = 0; k < n; k++)
        all[k] = MPI_Request_f2c(requests[k]);
    return all;
}

#define ALL_REQUESTS(name, called)                        \
    void admpi_##name##_(Integer *n, Integer *requests)   \
    {                                                     \
        MPI_Request *all = all_of(*n, requests);          \
        called(*n, all);                                  \
        free(all);                                        \
    }
ALL_REQUESTS(waitall_f, adMpi_Waitall_f)
ALL_REQUESTS(waitall_d, adMpi_Waitall_d)
ALL_REQUESTS(startall_f, adMpi_Startall_f)
ALL_REQUESTS(startall_d, adMpi_Startall_d)

void admpi_start_b_(void)
{
    adMpi_Start_b();
}

/* Calls that end some of the messages, for forward sweeps (f) and tangents (d): with the statuses that the program asks for, or without. Indices begin at 1. */
static void give_back(MPI_Request *all, int n, MPI_Fint *requests)
{
    for (int k = 0; k < n; k++)
        requests[k] = MPI_Request_c2f(all[k]);
    free(all);
}

static MPI_Status *room_for(int n, const MPI_Fint *statuses)
{
    MPI_Status *own = statuses ? malloc(sizeof *own * (size_t)(n > 0 ? n : 1)) : MPI_STATUSES_IGNORE;
    if (!own && statuses)
        abort();
    return own;
}

static void give_statuses(MPI_Status *own, int n, MPI_Fint *statuses)
{
    if (!statuses)
        return;
    for (int k = 0; k < n; k++)
        MPI_Status_c2f(&own[k], &statuses[(size_t)k * sizeof(MPI_Status) / sizeof(MPI_Fint)]);
    free(own);
}

static void from_one(int n, MPI_Fint *indices)
{
    for (int k = 0; k < n; k++)
        if (indices[k] != MPI_UNDEFINED)
            indices[k]++;
}

#define BOTH_SWEEPS(define) define(f) define(d)

#define ANY(x)                                                                                                         \
    static void waitany_##x(Integer *n, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status, MPI_Fint *ierror)      \
    {                                                                                                                  \
        MPI_Request *all = all_of(*n, requests);                                                                       \
        MPI_Status own;                                                                                                \
        adMpi_Waitany_##x(*n, all, index, &own);                                                                       \
        give_back(all, *n, requests);                                                                                  \
        from_one(1, index);                                                                                            \
        if (status)                                                                                                    \
            MPI_Status_c2f(&own, status);                                                                              \
        *ierror = MPI_SUCCESS;                                                                                         \
    }                                                                                                                  \
    void admpi_waitany_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *i, MPI_Fint *e)                                       \
    {                                                                                                                  \
        waitany_##x(n, r, i, NULL, e);                                                                                 \
    }                                                                                                                  \
    void admpi_waitany_status_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *i, MPI_Fint *s, MPI_Fint *e)                   \
    {                                                                                                                  \
        waitany_##x(n, r, i, s, e);                                                                                    \
    }                                                                                                                  \
    static void testany_##x(Integer *n, MPI_Fint *requests, MPI_Fint *index, int *flag, MPI_Fint *status,             \
                            MPI_Fint *ierror)                                                                          \
    {                                                                                                                  \
        MPI_Request *all = all_of(*n, requests);                                                                       \
        MPI_Status own;                                                                                                \
        adMpi_Testany_##x(*n, all, index, flag, &own);                                                                 \
        give_back(all, *n, requests);                                                                                  \
        from_one(1, index);                                                                                            \
        if (status && *flag)                                                                                           \
            MPI_Status_c2f(&own, status);                                                                              \
        *ierror = MPI_SUCCESS;                                                                                         \
    }                                                                                                                  \
    void admpi_testany_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *i, int *f, MPI_Fint *e)                               \
    {                                                                                                                  \
        testany_##x(n, r, i, f, NULL, e);                                                                              \
    }                                                                                                                  \
    void admpi_testany_status_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *i, int *f, MPI_Fint *s, MPI_Fint *e)           \
    {                                                                                                                  \
        testany_##x(n, r, i, f, s, e);                                                                                 \
    }
BOTH_SWEEPS(ANY)

#define SOME(x, routine, called)                                                                                       \
    static void routine##_##x(Integer *n, MPI_Fint *requests, MPI_Fint *ended, MPI_Fint *indices, MPI_Fint *statuses, \
                              MPI_Fint *ierror)                                                                        \
    {                                                                                                                  \
        MPI_Request *all = all_of(*n, requests);                                                                       \
        MPI_Status *own = room_for(*n, statuses);                                                                      \
        called##_##x(*n, all, ended, indices, own);                                                                    \
        int some = *ended == MPI_UNDEFINED ? 0 : *ended;                                                               \
        give_back(all, *n, requests);                                                                                  \
        from_one(some, indices);                                                                                       \
        give_statuses(own, some, statuses);                                                                            \
        *ierror = MPI_SUCCESS;                                                                                         \
    }                                                                                                                  \
    void admpi_##routine##_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *o, MPI_Fint *i, MPI_Fint *e)                      \
    {                                                                                                                  \
        routine##_##x(n, r, o, i, NULL, e);                                                                            \
    }                                                                                                                  \
    void admpi_##routine##_status_##x##_(Integer *n, MPI_Fint *r, MPI_Fint *o, MPI_Fint *i, MPI_Fint *s, MPI_Fint *e) \
    {                                                                                                                  \
        routine##_##x(n, r, o, i, s, e);                                                                               \
    }
SOME(f, waitsome, adMpi_Waitsome)
SOME(d, waitsome, adMpi_Waitsome)
SOME(f, testsome, adMpi_Testsome)
SOME(d, testsome, adMpi_Testsome)

#define TESTS(x)                                                                                                       \
    static void test_##x(MPI_Fint *request, int *flag, MPI_Fint *status, MPI_Fint *ierror)                            \
    {                                                                                                                  \
        MPI_Request r = MPI_Request_f2c(*request);                                                                     \
        MPI_Status own;                                                                                                \
        adMpi_Test_##x(&r, flag, &own);                                                                                \
        *request = MPI_Request_c2f(r);                                                                                 \
        if (status && *flag)                                                                                           \
            MPI_Status_c2f(&own, status);                                                                              \
        *ierror = MPI_SUCCESS;                                                                                         \
    }                                                                                                                  \
    void admpi_test_##x##_(MPI_Fint *r, int *f, MPI_Fint *e)                                                           \
    {                                                                                                                  \
        test_##x(r, f, NULL, e);                                                                                       \
    }                                                                                                                  \
    void admpi_test_status_##x##_(MPI_Fint *r, int *f, MPI_Fint *s, MPI_Fint *e)                                       \
    {                                                                                                                  \
        test_##x(r, f, s, e);                                                                                          \
    }                                                                                                                  \
    static void testall_##x(Integer *n, MPI_Fint *requests, int *flag, MPI_Fint *statuses, MPI_Fint *ierror)          \
    {                                                                                                                  \
        MPI_Request *all = all_of(*n, requests);                                                                       \
        MPI_Status *own = room_for(*n, statuses);                                                                      \
        adMpi_Testall_##x(*n, all, flag, own);                                                                         \
        give_back(all, *n, requests);                                                                                  \
        give_statuses(own, *flag ? *n : 0, statuses);                                                                  \
        *ierror = MPI_SUCCESS;                                                                                         \
    }                                                                                                                  \
    void admpi_testall_##x##_(Integer *n, MPI_Fint *r, int *f, MPI_Fint *e)                                            \
    {                                                                                                                  \
        testall_##x(n, r, f, NULL, e);                                                                                 \
    }                                                                                                                  \
    void admpi_testall_status_##x##_(Integer *n, MPI_Fint *r, int *f, MPI_Fint *s, MPI_Fint *e)                        \
    {                                                                                                                  \
        testall_##x(n, r, f, s, e);                                                                                    \
    }
BOTH_SWEEPS(TESTS)
