/* Derivatives of collective operations of MPI that move numbers. */
#include "adMpiParts.h"

#include <stdlib.h>

void adMpi_Bcast_b(void *bufferb, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    Place here = adMpi_place("Bcast", comm);
    Numbers x = adMpi_taken("Bcast", bufferb, count, type);
    if (here.rank == root) {
        MPI_Reduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, root, comm);
        adMpi_give(&x, 0, bufferb, count, type);
    } else {
        MPI_Reduce(x.at, NULL, x.n, x.type, MPI_SUM, root, comm);
        adMpi_clear("Bcast", bufferb, count, type);
    }
    adMpi_drop(&x);
}

static void gather_b(const char *routine, void *sendb, int sendcount, MPI_Datatype sendtype, Blocks recv, int root, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    int is_root = here.rank == root;
    Numbers mine = {0, 0, MPI_DOUBLE, NULL}, all = {0, 0, MPI_DOUBLE, NULL};
    Shares s = {NULL, NULL, 0};
    if (sendb)
        mine = adMpi_room(routine, sendcount, sendtype);
    if (is_root) {
        all = adMpi_taken_blocks(routine, &recv, here.size);
        s = adMpi_shares(routine, here.size, recv.count, recv.counts, recv.type);
        adMpi_clear_blocks(routine, &recv, here.size, sendb ? -1 : root);
    }
    void *into = sendb ? (void *)mine.at : MPI_IN_PLACE;
    MPI_Scatterv(all.at, s.counts, s.firsts, all.type, into, mine.n, mine.type, root, comm);
    if (sendb)
        adMpi_add(routine, &mine, 0, sendb, sendcount, sendtype);
    adMpi_drop(&mine);
    adMpi_drop(&all);
    adMpi_drop_shares(&s);
}

void adMpi_Gather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                    int root, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    gather_b("Gather", sendb, sendcount, sendtype, (Blocks){recvb, recvcount, NULL, NULL, recvtype}, root, comm);
}

void adMpi_Gatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    gather_b("Gatherv", sendb, sendcount, sendtype, (Blocks){recvb, 0, recvcounts, displs, recvtype}, root, comm);
}

static void scatter_b(const char *routine, Blocks send, void *recvb, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    int is_root = here.rank == root;
    Numbers mine = {0, 0, MPI_DOUBLE, NULL}, all = {0, 0, MPI_DOUBLE, NULL};
    Shares s = {NULL, NULL, 0};
    if (recvb) {
        mine = adMpi_taken(routine, recvb, recvcount, recvtype);
        adMpi_clear(routine, recvb, recvcount, recvtype);
    }
    if (is_root) {
        all = adMpi_room(routine, adMpi_all_of(here.size, send.count, send.counts), send.type);
        s = adMpi_shares(routine, here.size, send.count, send.counts, send.type);
    }
    void *from = recvb ? (void *)mine.at : MPI_IN_PLACE;
    MPI_Gatherv(from, mine.n, mine.type, all.at, s.counts, s.firsts, all.type, root, comm);
    if (is_root)
        adMpi_add_blocks(routine, &all, &send, here.size);
    adMpi_drop(&mine);
    adMpi_drop(&all);
    adMpi_drop_shares(&s);
}

void adMpi_Scatter_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm)
{
    recvb = adMpi_named(recvb);
    scatter_b("Scatter", (Blocks){sendb, sendcount, NULL, NULL, sendtype}, recvb, recvcount, recvtype, root, comm);
}

void adMpi_Scatterv_b(void *sendb, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvb,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    recvb = adMpi_named(recvb);
    scatter_b("Scatterv", (Blocks){sendb, 0, sendcounts, displs, sendtype}, recvb, recvcount, recvtype, root, comm);
}

static void allgather_b(const char *routine, void *sendb, int sendcount, MPI_Datatype sendtype, Blocks recv, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    Numbers all = adMpi_taken_blocks(routine, &recv, here.size);
    Shares s = adMpi_shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers mine = adMpi_room(routine, adMpi_count_of(&recv, here.rank), recv.type);
    MPI_Reduce_scatter(all.at, mine.at, s.counts, all.type, MPI_SUM, comm);
    adMpi_clear_blocks(routine, &recv, here.size, -1);
    if (sendb)
        adMpi_add(routine, &mine, 0, sendb, sendcount, sendtype);
    else
        adMpi_give(&mine, 0, adMpi_block_of(&recv, here.rank), adMpi_count_of(&recv, here.rank), recv.type);
    adMpi_drop(&mine);
    adMpi_drop(&all);
    adMpi_drop_shares(&s);
}

void adMpi_Allgather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    allgather_b("Allgather", sendb, sendcount, sendtype, (Blocks){recvb, recvcount, NULL, NULL, recvtype}, comm);
}

void adMpi_Allgatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                        const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    allgather_b("Allgatherv", sendb, sendcount, sendtype, (Blocks){recvb, 0, recvcounts, displs, recvtype}, comm);
}

static void alltoall_b(const char *routine, Blocks send, Blocks recv, MPI_Comm comm)
{
    Place here = adMpi_place(routine, comm);
    Blocks to = send.at ? send : recv;
    Numbers came = adMpi_taken_blocks(routine, &recv, here.size);
    Shares in = adMpi_shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers went = adMpi_room(routine, adMpi_all_of(here.size, to.count, to.counts), to.type);
    Shares out = adMpi_shares(routine, here.size, to.count, to.counts, to.type);
    MPI_Alltoallv(came.at, in.counts, in.firsts, came.type, went.at, out.counts, out.firsts, went.type, comm);
    adMpi_clear_blocks(routine, &recv, here.size, -1);
    adMpi_add_blocks(routine, &went, &to, here.size);
    adMpi_drop(&came);
    adMpi_drop(&went);
    adMpi_drop_shares(&in);
    adMpi_drop_shares(&out);
}

void adMpi_Alltoall_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    alltoall_b("Alltoall", (Blocks){sendb, sendcount, NULL, NULL, sendtype}, (Blocks){recvb, recvcount, NULL, NULL, recvtype},
               comm);
}

void adMpi_Alltoallv_b(void *sendb, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvb,
                       const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    sendb = adMpi_named(sendb);
    alltoall_b("Alltoallv", (Blocks){sendb, 0, sendcounts, sdispls, sendtype}, (Blocks){recvb, 0, recvcounts, rdispls, recvtype},
               comm);
}
