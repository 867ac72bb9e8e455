/* Derivatives of calls of MPI, for generated code: adMpi.c. */
#ifndef ADMPI_INCLUDED
#define ADMPI_INCLUDED

#include <mpi.h>

/* Adjoints. Each gets what the call of MPI reads, with derivatives in place of the buffers: it adds to those of what is sent, and clears those of
 * what is received. NULL or MPI_IN_PLACE: the other buffer is meant. */
void adMpi_Send_b(void *sendb, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
void adMpi_Recv_b(void *recvb, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm);
/* Before a receive that takes a message from any process or with any tag, in both modes: what it has to name instead. */
void adMpi_Probe(int source, int tag, MPI_Comm comm, int *from, int *with);
void adMpi_Sendrecv_b(void *sendb, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvb, int recvcount,
                      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm);
void adMpi_Sendrecv_replace_b(void *bufferb, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                              MPI_Comm comm);
void adMpi_Bcast_b(void *bufferb, int count, MPI_Datatype type, int root, MPI_Comm comm);
void adMpi_Gather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                    int root, MPI_Comm comm);
void adMpi_Gatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
void adMpi_Scatter_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm);
void adMpi_Scatterv_b(void *sendb, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvb,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
void adMpi_Allgather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm);
void adMpi_Allgatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                        const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
void adMpi_Alltoall_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm);
void adMpi_Alltoallv_b(void *sendb, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvb,
                       const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
void adMpi_Reduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
void adMpi_Allreduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void adMpi_Reduce_scatter_b(void *sendb, void *recvb, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void adMpi_Reduce_scatter_block_b(void *sendb, void *recvb, int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void adMpi_Scan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void adMpi_Exscan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

/* The same for MPI_PROD, MPI_MIN and MPI_MAX, whose derivatives need what is sent; and their tangents, to be called before the call itself. */
void adMpi_Reduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm);
void adMpi_Allreduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void adMpi_Reduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm);
void adMpi_Allreduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm);

/* Calls that return early. The forward sweep calls `_f` behind the start of a message, with what it got and its request, and before each wait. Of a receive
 * it says the array that the buffer lies in, how many elements that has (0: it surely lies together), and a number for it: 0 for an array without derivative.
 * The adjoint of a wait is told the derivatives of these arrays, one after the other, and then starts what the adjoints of the starts wait for. */
void adMpi_Isend_f(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request);
void adMpi_Irecv_f(const void *recv, const void *array, long size, int base, int count, MPI_Datatype type, int source, int tag,
                   MPI_Comm comm, const MPI_Request *request);
void adMpi_Wait_f(const MPI_Request *request);
void adMpi_Waitall_f(int count, const MPI_Request requests[]);
void adMpi_Wait_array_b(int base, void *arrayb);
void adMpi_Wait_b(void);
void adMpi_Isend_b(void *sendb);
void adMpi_Irecv_b(void *recvb);

/* Their tangents: behind the start of a message, and before each wait. */
void adMpi_Isend_d(const void *sendd, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request);
void adMpi_Irecv_d(void *recvd, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Request *request);
void adMpi_Wait_d(const MPI_Request *request);
void adMpi_Waitall_d(int count, const MPI_Request requests[]);

/* Messages that are prepared, and started as often as one likes: behind each call that prepares or starts some, in forward sweeps and tangents. The adjoint
 * of a start is told the derivatives of the arrays, as that of a wait. */
void adMpi_Send_init_f(const void *send, const void *array, long size, int base, int count, MPI_Datatype type, int dest, int tag,
                       MPI_Comm comm, const MPI_Request *request);
void adMpi_Recv_init_f(const void *recv, const void *array, long size, int base, int count, MPI_Datatype type, int source, int tag,
                       MPI_Comm comm, const MPI_Request *request);
void adMpi_Start_f(const MPI_Request *request);
void adMpi_Startall_f(int count, const MPI_Request requests[]);
void adMpi_Start_array_b(int base, void *arrayb);
void adMpi_Start_b(void);
void adMpi_Send_init_d(const void *sendd, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request);
void adMpi_Recv_init_d(void *recvd, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Request *request);
void adMpi_Start_d(const MPI_Request *request);
void adMpi_Startall_d(int count, const MPI_Request requests[]);

/* In place of calls that end some of the messages: in forward sweeps, and in tangents. */
void adMpi_Waitany_f(int count, MPI_Request requests[], int *index, MPI_Status *status);
void adMpi_Testany_f(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
void adMpi_Waitsome_f(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
void adMpi_Testsome_f(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
void adMpi_Test_f(MPI_Request *request, int *flag, MPI_Status *status);
void adMpi_Testall_f(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);
void adMpi_Waitany_d(int count, MPI_Request requests[], int *index, MPI_Status *status);
void adMpi_Testany_d(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
void adMpi_Waitsome_d(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
void adMpi_Testsome_d(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[]);
void adMpi_Test_d(MPI_Request *request, int *flag, MPI_Status *status);
void adMpi_Testall_d(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);

/* In place of MPI_Comm_free and MPI_Type_free in a forward sweep: what they release stays until MPI_Finalize. */
void adMpi_Comm_free(MPI_Comm *comm);
void adMpi_Type_free(MPI_Datatype *type);

#endif
