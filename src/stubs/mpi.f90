! The names of MPI 3, as `use mpi` and `include 'mpif.h'` bring them, for rtapenade (src/stubs.rs). Never printed, never compiled into anything.
! PROTECTED: a constant whose value differs between implementations. No INTENT: read and written, or written in part.
! What Fortran cannot say stands before a procedure: ASKS (it changes nothing but its arguments), RETURNS-EARLY (its buffers are touched until a later
! call), CHANGES-UNSEEN (it may touch buffers of earlier calls), MOVES (each number that is received is one that was sent), REDUCES (it is what an
! operation makes of them), STARTS (it sends or receives what others have prepared), COMPLETES (it waits for what others have begun).
module mpi
  use iso_c_binding, only: c_ptr
  implicit none
  private :: c_ptr

  integer, parameter :: MPI_ADDRESS_KIND = 8, MPI_OFFSET_KIND = 8, MPI_COUNT_KIND = 8, MPI_INTEGER_KIND = 4

  integer, protected :: MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM, MPI_ERR_RANK, &
    MPI_ERR_REQUEST, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG, &
    MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN, MPI_ERR_PENDING, MPI_ERR_IN_STATUS, &
    MPI_ERR_ACCESS, MPI_ERR_AMODE, MPI_ERR_ASSERT, MPI_ERR_BAD_FILE, MPI_ERR_BASE, MPI_ERR_CONVERSION, &
    MPI_ERR_DISP, MPI_ERR_DUP_DATAREP, MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE, &
    MPI_ERR_INFO_KEY, MPI_ERR_INFO_NOKEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO, MPI_ERR_IO, MPI_ERR_KEYVAL, &
    MPI_ERR_LOCKTYPE, MPI_ERR_NAME, MPI_ERR_NO_MEM, MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE, &
    MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY, MPI_ERR_RMA_CONFLICT, &
    MPI_ERR_RMA_SYNC, MPI_ERR_SERVICE, MPI_ERR_SIZE, MPI_ERR_SPAWN, MPI_ERR_UNSUPPORTED_DATAREP, &
    MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN, MPI_ERR_LASTCODE, MPI_ANY_SOURCE, MPI_ANY_TAG, &
    MPI_PROC_NULL, MPI_ROOT, MPI_UNDEFINED, MPI_BSEND_OVERHEAD, MPI_KEYVAL_INVALID, MPI_TAG_UB, MPI_HOST, &
    MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_APPNUM, MPI_LASTUSEDCODE, MPI_UNIVERSE_SIZE, MPI_WIN_BASE, &
    MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL, MPI_STATUS_SIZE, MPI_SOURCE, &
    MPI_TAG, MPI_ERROR, MPI_MAX_PROCESSOR_NAME, MPI_MAX_ERROR_STRING, MPI_MAX_DATAREP_STRING, &
    MPI_MAX_INFO_KEY, MPI_MAX_INFO_VAL, MPI_MAX_OBJECT_NAME, MPI_MAX_PORT_NAME, &
    MPI_MAX_LIBRARY_VERSION_STRING, MPI_VERSION, MPI_SUBVERSION, MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, &
    MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE, MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL, &
    MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH, MPI_COMM_TYPE_SHARED, MPI_COMBINER_NAMED, MPI_TYPECLASS_REAL, &
    MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_COMPLEX, MPI_ORDER_C, MPI_ORDER_FORTRAN, MPI_DISTRIBUTE_BLOCK, &
    MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG, MPI_LOCK_EXCLUSIVE, &
    MPI_LOCK_SHARED, MPI_MODE_NOCHECK, MPI_MODE_NOSTORE, MPI_MODE_NOPUT, MPI_MODE_NOPRECEDE, &
    MPI_MODE_NOSUCCEED, MPI_WIN_SEPARATE, MPI_WIN_UNIFIED, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, &
    MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED, MPI_MODE_RDONLY, MPI_MODE_RDWR, MPI_MODE_WRONLY, &
    MPI_MODE_CREATE, MPI_MODE_EXCL, MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_UNIQUE_OPEN, MPI_MODE_SEQUENTIAL, &
    MPI_MODE_APPEND, MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_FLAVOR, MPI_ERR_RMA_RANGE, MPI_ERR_RMA_SHARED, &
    MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR, MPI_COMBINER_HVECTOR, &
    MPI_COMBINER_INDEXED, MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_STRUCT, &
    MPI_COMBINER_SUBARRAY, MPI_COMBINER_DARRAY, MPI_COMBINER_RESIZED, MPI_SEEK_SET, MPI_SEEK_CUR, &
    MPI_SEEK_END
  integer(kind=MPI_OFFSET_KIND), protected :: MPI_DISPLACEMENT_CURRENT
  logical, protected :: MPI_SUBARRAYS_SUPPORTED, MPI_ASYNC_PROTECTS_NONBLOCKING
  integer, protected :: MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL
  integer, protected :: MPI_GROUP_NULL, MPI_GROUP_EMPTY
  integer, protected :: MPI_REQUEST_NULL
  integer, protected :: MPI_MESSAGE_NULL, MPI_MESSAGE_NO_PROC
  integer, protected :: MPI_ERRHANDLER_NULL, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN
  integer, protected :: MPI_INFO_NULL, MPI_INFO_ENV
  integer, protected :: MPI_WIN_NULL
  integer, protected :: MPI_FILE_NULL
  integer, protected :: MPI_OP_NULL, MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR, MPI_BOR, MPI_LXOR, &
    MPI_BXOR, MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP
  integer, protected :: MPI_DATATYPE_NULL, MPI_BYTE, MPI_PACKED, MPI_LOGICAL, MPI_CHARACTER, MPI_INTEGER, MPI_INTEGER1, &
    MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16, MPI_REAL, MPI_REAL2, MPI_REAL4, MPI_REAL8, &
    MPI_REAL16, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32, &
    MPI_DOUBLE_COMPLEX, MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER, MPI_2COMPLEX, MPI_AINT, &
    MPI_OFFSET, MPI_COUNT, MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, &
    MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, &
    MPI_SIGNED_CHAR, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_C_BOOL, MPI_INT8_T, MPI_INT16_T, &
    MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_C_FLOAT_COMPLEX, &
    MPI_C_DOUBLE_COMPLEX, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_LOGICAL1, &
    MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_C_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_SHORT_INT, &
    MPI_LONG_DOUBLE_INT, MPI_WCHAR, MPI_CXX_BOOL, MPI_LB, MPI_UB
  integer, protected :: MPI_STATUS_IGNORE(1), MPI_STATUSES_IGNORE(1, 1)
  integer, protected :: MPI_BOTTOM, MPI_IN_PLACE, MPI_ERRCODES_IGNORE(1), MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)
  character, protected :: MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1, 1)

  interface

    ! Environment.
    subroutine MPI_Init(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Init_thread(required, provided, ierror)
      import
      integer, intent(in) :: required
      integer, intent(out) :: provided, ierror
    end subroutine
    subroutine MPI_Finalize(ierror)
      import
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Abort(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm, errorcode
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Initialized(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Finalized(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Query_thread(provided, ierror)
      import
      integer, intent(out) :: provided, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Is_thread_main(flag, ierror)
      import
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_processor_name(name, resultlen, ierror)
      import
      character(len=*), intent(out) :: name
      integer, intent(out) :: resultlen, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_version(version, subversion, ierror)
      import
      integer, intent(out) :: version, subversion, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_library_version(version, resultlen, ierror)
      import
      character(len=*), intent(out) :: version
      integer, intent(out) :: resultlen, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=*), intent(out) :: string
      integer, intent(out) :: resultlen, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Error_class(errorcode, errorclass, ierror)
      import
      integer, intent(in) :: errorcode
      integer, intent(out) :: errorclass, ierror
    end subroutine

    ! Point to point.
    !$AD MOVES
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, &
      comm, status, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    !$AD MOVES
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD STARTS
    subroutine MPI_Start(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
    !$AD STARTS
    subroutine MPI_Startall(count, array_of_requests, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Wait(request, status, ierror)
      import
      integer :: request
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*), array_of_statuses(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Waitany(count, array_of_requests, index, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: index, status(*), ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*), array_of_indices(*), array_of_statuses(*)
      integer, intent(out) :: outcount, ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Test(request, flag, status, ierror)
      import
      integer :: request, status(*)
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*), array_of_statuses(*)
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      import
      integer, intent(in) :: count
      integer :: array_of_requests(*), status(*)
      integer, intent(out) :: index, ierror
      logical, intent(out) :: flag
    end subroutine
    !$AD COMPLETES
    subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierror)
      import
      integer, intent(in) :: incount
      integer :: array_of_requests(*), array_of_indices(*), array_of_statuses(*)
      integer, intent(out) :: outcount, ierror
    end subroutine
    subroutine MPI_Cancel(request, ierror)
      import
      integer, intent(in) :: request
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Test_cancelled(status, flag, ierror)
      import
      integer, intent(in) :: status(*)
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Request_free(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Request_get_status(request, flag, status, ierror)
      import
      integer, intent(in) :: request
      logical, intent(out) :: flag
      integer :: status(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Probe(source, tag, comm, status, ierror)
      import
      integer, intent(in) :: source, tag, comm
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer, intent(in) :: source, tag, comm
      logical, intent(out) :: flag
      integer :: status(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer, intent(in) :: source, tag, comm
      integer, intent(out) :: message, status(*), ierror
    end subroutine
    subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer, intent(in) :: source, tag, comm
      logical, intent(out) :: flag
      integer :: message, status(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype
      integer :: message
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(in) :: count, datatype
      integer :: message
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_count(status, datatype, count, ierror)
      import
      integer, intent(in) :: status(*), datatype
      integer, intent(out) :: count, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_elements(status, datatype, count, ierror)
      import
      integer, intent(in) :: status(*), datatype
      integer, intent(out) :: count, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Buffer_attach(buffer, size, ierror)
      import
      type(*), dimension(..) :: buffer
      integer, intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*), dimension(..) :: buffer_addr
      integer, intent(out) :: size, ierror
    end subroutine

    ! Collectives.
    subroutine MPI_Barrier(comm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(..) :: buffer
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD MOVES
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(..), intent(in) :: inbuf
      type(*), dimension(..) :: inoutbuf
      integer, intent(in) :: count, datatype, op
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD REDUCES
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ibarrier(comm, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(..) :: buffer
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, &
      ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
      ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
      request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, &
      request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      type(*), dimension(..) :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(out) :: request, ierror
    end subroutine
    subroutine MPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical, intent(in) :: commute
      integer, intent(out) :: op, ierror
    end subroutine
    subroutine MPI_Op_free(op, ierror)
      import
      integer :: op
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Op_commutative(op, commute, ierror)
      import
      integer, intent(in) :: op
      logical, intent(out) :: commute
      integer, intent(out) :: ierror
    end subroutine

    ! Neighbourhoods.
    subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
      comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
      comm, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, &
      request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
      recvtypes, comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
      comm, request, ierror)
      import
      type(*), dimension(..), intent(in) :: sendbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      type(*), dimension(..) :: recvbuf
      integer, intent(out) :: request, ierror
    end subroutine

    ! Communicators and groups.
    !$AD ASKS
    subroutine MPI_Comm_rank(comm, rank, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: rank, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Comm_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: size, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer, intent(in) :: comm1, comm2
      integer, intent(out) :: result, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Comm_test_inter(comm, flag, ierror)
      import
      integer, intent(in) :: comm
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Comm_remote_size(comm, size, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: size, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer, intent(in) :: comm
      character(len=*), intent(out) :: comm_name
      integer, intent(out) :: resultlen, ierror
    end subroutine
    subroutine MPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer, intent(in) :: comm
      character(len=*), intent(in) :: comm_name
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_dup(comm, newcomm, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer, intent(in) :: comm, info
      integer, intent(out) :: newcomm, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: newcomm, request, ierror
    end subroutine
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer, intent(in) :: comm, color, key
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer, intent(in) :: comm, split_type, key, info
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer, intent(in) :: comm, group
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer, intent(in) :: comm, group, tag
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: group, ierror
    end subroutine
    subroutine MPI_Comm_remote_group(comm, group, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: group, ierror
    end subroutine
    subroutine MPI_Comm_get_info(comm, info_used, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: info_used, ierror
    end subroutine
    subroutine MPI_Comm_set_info(comm, info, ierror)
      import
      integer, intent(in) :: comm, info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_get_parent(parent, ierror)
      import
      integer, intent(out) :: parent, ierror
    end subroutine
    subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm, errhandler
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer, intent(in) :: comm, errorcode
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm, comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: attribute_val
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm, comm_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer, intent(in) :: comm, comm_keyval
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, ierror)
      import
      external :: comm_copy_attr_fn, comm_delete_attr_fn
      integer, intent(out) :: comm_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
    end subroutine
    subroutine MPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      character(len=*), intent(in) :: command, argv(*)
      integer, intent(in) :: maxprocs, info, root, comm
      integer, intent(out) :: intercomm, ierror
      integer :: array_of_errcodes(*)
    end subroutine
    subroutine MPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      integer, intent(in) :: info, root, comm
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*), intent(in) :: port_name
      integer, intent(in) :: info, root, comm
      integer, intent(out) :: newcomm, ierror
    end subroutine
    subroutine MPI_Open_port(info, port_name, ierror)
      import
      integer, intent(in) :: info
      character(len=*), intent(out) :: port_name
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Close_port(port_name, ierror)
      import
      character(len=*), intent(in) :: port_name
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name, port_name
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(len=*), intent(in) :: service_name
      integer, intent(in) :: info
      character(len=*), intent(out) :: port_name
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierror)
      import
      integer, intent(in) :: local_comm, local_leader, peer_comm, remote_leader, tag
      integer, intent(out) :: newintercomm, ierror
    end subroutine
    subroutine MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer, intent(in) :: intercomm
      logical, intent(in) :: high
      integer, intent(out) :: newintracomm, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Group_rank(group, rank, ierror)
      import
      integer, intent(in) :: group
      integer, intent(out) :: rank, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Group_size(group, size, ierror)
      import
      integer, intent(in) :: group
      integer, intent(out) :: size, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Group_compare(group1, group2, result, ierror)
      import
      integer, intent(in) :: group1, group2
      integer, intent(out) :: result, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer, intent(in) :: group1, n, ranks1(*), group2
      integer :: ranks2(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group, n, ranks(*)
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer, intent(in) :: group, n, ranks(*)
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group, n, ranges(3, *)
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer, intent(in) :: group, n, ranges(3, *)
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1, group2
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1, group2
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer, intent(in) :: group1, group2
      integer, intent(out) :: newgroup, ierror
    end subroutine
    subroutine MPI_Group_free(group, ierror)
      import
      integer :: group
      integer, intent(out) :: ierror
    end subroutine

    ! Topologies.
    subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer, intent(in) :: comm_old, ndims, dims(*)
      logical, intent(in) :: periods(*), reorder
      integer, intent(out) :: comm_cart, ierror
    end subroutine
    subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer, intent(in) :: comm
      logical, intent(in) :: remain_dims(*)
      integer, intent(out) :: newcomm, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer, intent(in) :: comm, rank, maxdims
      integer :: coords(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer, intent(in) :: comm, coords(*)
      integer, intent(out) :: rank, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer, intent(in) :: comm, direction, disp
      integer, intent(out) :: rank_source, rank_dest, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer, intent(in) :: comm, maxdims
      integer :: dims(*), coords(*)
      logical :: periods(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cartdim_get(comm, ndims, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: ndims, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer, intent(in) :: comm, ndims, dims(*)
      logical, intent(in) :: periods(*)
      integer, intent(out) :: newrank, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer, intent(in) :: nnodes, ndims
      integer :: dims(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Topo_test(comm, status, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: status, ierror
    end subroutine
    subroutine MPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      integer, intent(in) :: comm_old, nnodes, index(*), edges(*)
      logical, intent(in) :: reorder
      integer, intent(out) :: comm_graph, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: nnodes, nedges, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      import
      integer, intent(in) :: comm, maxindex, maxedges
      integer :: index(*), edges(*)
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer, intent(in) :: comm, rank
      integer, intent(out) :: nneighbors, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer, intent(in) :: comm, rank, maxneighbors
      integer :: neighbors(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, &
      comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old, n, sources(*), degrees(*), destinations(*), weights(*), info
      logical, intent(in) :: reorder
      integer, intent(out) :: comm_dist_graph, ierror
    end subroutine
    subroutine MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
      destweights, info, reorder, comm_dist_graph, ierror)
      import
      integer, intent(in) :: comm_old, indegree, sources(*), sourceweights(*), outdegree, destinations(*), &
        destweights(*), info
      logical, intent(in) :: reorder
      integer, intent(out) :: comm_dist_graph, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: indegree, outdegree, ierror
      logical, intent(out) :: weighted
    end subroutine
    !$AD ASKS
    subroutine MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, &
      destweights, ierror)
      import
      integer, intent(in) :: comm, maxindegree, maxoutdegree
      integer :: sources(*), sourceweights(*), destinations(*), destweights(*)
      integer, intent(out) :: ierror
    end subroutine

    ! Datatypes.
    subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, stride, oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: stride
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*), oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, array_of_displacements(*), oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_types(*)
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: array_of_displacements(*)
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, &
      newtype, ierror)
      import
      integer, intent(in) :: ndims, array_of_sizes(*), array_of_subsizes(*), array_of_starts(*), order, oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, &
      array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer, intent(in) :: size, rank, ndims, array_of_gsizes(*), array_of_distribs(*), array_of_dargs(*), &
        array_of_psizes(*), order, oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: lb, extent
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer, intent(in) :: p, r
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer, intent(in) :: r
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_dup(oldtype, newtype, ierror)
      import
      integer, intent(in) :: oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_size(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(out) :: size, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: lb, extent
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: true_lb, true_extent
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer, intent(in) :: typeclass, size
      integer, intent(out) :: datatype, ierror
    end subroutine
    subroutine MPI_Type_set_name(datatype, type_name, ierror)
      import
      integer, intent(in) :: datatype
      character(len=*), intent(in) :: type_name
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer, intent(in) :: datatype
      character(len=*), intent(out) :: type_name
      integer, intent(out) :: resultlen, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Get_address(location, address, ierror)
      import
      type(*), dimension(..), intent(in) :: location
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: address
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Sizeof(x, size, ierror)
      import
      type(*), dimension(..), intent(in) :: x
      integer, intent(out) :: size, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(out) :: num_integers, num_addresses, num_datatypes, combiner, ierror
    end subroutine
    subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, &
      array_of_addresses, array_of_datatypes, ierror)
      import
      integer, intent(in) :: datatype, max_integers, max_addresses, max_datatypes
      integer :: array_of_integers(*), array_of_datatypes(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, ierror)
      import
      external :: type_copy_attr_fn, type_delete_attr_fn
      integer, intent(out) :: type_keyval, ierror
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: extra_state
    end subroutine
    subroutine MPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: datatype, type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: attribute_val
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: datatype, type_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer, intent(in) :: datatype, type_keyval
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_size_x(datatype, size, ierror)
      import
      integer, intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(out) :: size
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(out) :: lb, extent
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer, intent(in) :: datatype
      integer(kind=MPI_COUNT_KIND), intent(out) :: true_lb, true_extent
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer, intent(in) :: status(*), datatype
      integer(kind=MPI_COUNT_KIND), intent(out) :: count
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(..), intent(in) :: inbuf
      integer, intent(in) :: incount, datatype
      type(*), dimension(..) :: outbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: outsize
      integer(kind=MPI_ADDRESS_KIND) :: position
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*), intent(in) :: datarep
      type(*), dimension(..), intent(in) :: inbuf
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: insize
      integer(kind=MPI_ADDRESS_KIND) :: position
      type(*), dimension(..) :: outbuf
      integer, intent(in) :: outcount, datatype
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(len=*), intent(in) :: datarep
      integer, intent(in) :: incount, datatype
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: size
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: inbuf
      integer, intent(in) :: incount, datatype, outsize, comm
      type(*), dimension(..) :: outbuf
      integer :: position
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(..), intent(in) :: inbuf
      integer, intent(in) :: insize, outcount, datatype, comm
      integer :: position
      type(*), dimension(..) :: outbuf
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer, intent(in) :: incount, datatype, comm
      integer, intent(out) :: size, ierror
    end subroutine

    ! One-sided.
    !$AD RETURNS-EARLY
    subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(..) :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit, info, comm
      integer, intent(out) :: win, ierror
    end subroutine
    subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit, info, comm
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out) :: win, ierror
    end subroutine
    subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: disp_unit, info, comm
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out) :: win, ierror
    end subroutine
    subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer, intent(in) :: win, rank
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: size
      integer, intent(out) :: disp_unit, ierror
      type(c_ptr), intent(out) :: baseptr
    end subroutine
    subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer, intent(in) :: info, comm
      integer, intent(out) :: win, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Win_attach(win, base, size, ierror)
      import
      integer, intent(in) :: win
      type(*), dimension(..) :: base
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_detach(win, base, ierror)
      import
      integer, intent(in) :: win
      type(*), dimension(..), intent(in) :: base
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_free(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_fence(assert, win, ierror)
      import
      integer, intent(in) :: assert, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_start(group, assert, win, ierror)
      import
      integer, intent(in) :: group, assert, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_complete(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_post(group, assert, win, ierror)
      import
      integer, intent(in) :: group, assert, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_wait(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_test(win, flag, ierror)
      import
      integer, intent(in) :: win
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer, intent(in) :: lock_type, rank, assert, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_unlock(rank, win, ierror)
      import
      integer, intent(in) :: rank, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_lock_all(assert, win, ierror)
      import
      integer, intent(in) :: assert, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_unlock_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_flush(rank, win, ierror)
      import
      integer, intent(in) :: rank, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_flush_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_flush_local(rank, win, ierror)
      import
      integer, intent(in) :: rank, win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_flush_local_all(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD CHANGES-UNSEEN
    subroutine MPI_Win_sync(win, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Win_get_group(win, group, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: group, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, win, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, win, ierror)
      import
      type(*), dimension(..) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, win, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, &
      result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, &
        target_datatype, op, win
      type(*), dimension(..) :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      type(*), dimension(..) :: result_addr
      integer, intent(in) :: datatype, target_rank, op, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr, compare_addr
      type(*), dimension(..) :: result_addr
      integer, intent(in) :: datatype, target_rank, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, win, request, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, win, request, ierror)
      import
      type(*), dimension(..) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, &
      target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, target_rank, target_count, target_datatype, op, win
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, &
      result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(..), intent(in) :: origin_addr
      integer, intent(in) :: origin_count, origin_datatype, result_count, result_datatype, target_rank, target_count, &
        target_datatype, op, win
      type(*), dimension(..) :: result_addr
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: target_disp
      integer, intent(out) :: request, ierror
    end subroutine
    subroutine MPI_Win_set_name(win, win_name, ierror)
      import
      integer, intent(in) :: win
      character(len=*), intent(in) :: win_name
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer, intent(in) :: win
      character(len=*), intent(out) :: win_name
      integer, intent(out) :: resultlen, ierror
    end subroutine
    subroutine MPI_Win_set_info(win, info, ierror)
      import
      integer, intent(in) :: win, info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_get_info(win, info_used, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: info_used, ierror
    end subroutine
    subroutine MPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win, errhandler
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer, intent(in) :: win
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer, intent(in) :: win, errorcode
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: win, win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: attribute_val
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer, intent(in) :: win, win_keyval
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: attribute_val
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer, intent(in) :: win, win_keyval
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_F_sync_reg(buf, ierror)
      import
      type(*), dimension(..) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: size
      integer, intent(in) :: info
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Free_mem(base, ierror)
      import
      type(*), dimension(..) :: base
      integer, intent(out) :: ierror
    end subroutine

    ! Files.
    subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer, intent(in) :: comm, amode, info
      character(len=*), intent(in) :: filename
      integer, intent(out) :: fh, ierror
    end subroutine
    subroutine MPI_File_close(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_delete(filename, info, ierror)
      import
      character(len=*), intent(in) :: filename
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_set_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_File_get_size(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(out) :: size
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_preallocate(fh, size, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: size
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer, intent(in) :: fh, etype, filetype, info
      integer(kind=MPI_OFFSET_KIND), intent(in) :: disp
      character(len=*), intent(in) :: datarep
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(out) :: disp
      integer, intent(out) :: etype, filetype, ierror
      character(len=*), intent(out) :: datarep
    end subroutine
    subroutine MPI_File_seek(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh, whence
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer, intent(in) :: fh, whence
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_File_get_position(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(out) :: offset
      integer, intent(out) :: ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      integer(kind=MPI_OFFSET_KIND), intent(out) :: disp
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_set_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical, intent(in) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_sync(fh, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_set_info(fh, info, ierror)
      import
      integer, intent(in) :: fh, info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_get_group(fh, group, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: group, ierror
    end subroutine
    subroutine MPI_File_get_atomicity(fh, flag, ierror)
      import
      integer, intent(in) :: fh
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_get_position_shared(fh, offset, ierror)
      import
      integer, intent(in) :: fh
      integer(kind=MPI_OFFSET_KIND), intent(out) :: offset
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer, intent(in) :: fh, datatype
      integer(kind=MPI_ADDRESS_KIND), intent(out) :: extent
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer, intent(in) :: fh, errorcode
      integer, intent(out) :: ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_get_info(fh, info_used, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: info_used, ierror
    end subroutine
    subroutine MPI_File_get_amode(fh, amode, ierror)
      import
      integer, intent(in) :: fh
      integer, intent(out) :: amode, ierror
    end subroutine
    subroutine MPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer, intent(in) :: file, errhandler
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: request, ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine
    !$AD RETURNS-EARLY
    subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer, intent(in) :: fh, count, datatype
      integer(kind=MPI_OFFSET_KIND), intent(in) :: offset
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer, intent(in) :: fh
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: status(*), ierror
    end subroutine

    ! Info.
    subroutine MPI_Info_create(info, ierror)
      import
      integer, intent(out) :: info, ierror
    end subroutine
    subroutine MPI_Info_set(info, key, value, ierror)
      import
      integer, intent(in) :: info
      character(len=*), intent(in) :: key, value
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer, intent(in) :: info, valuelen
      character(len=*), intent(in) :: key
      character(len=*) :: value
      logical, intent(out) :: flag
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer, intent(in) :: info
      integer, intent(out) :: nkeys, ierror
    end subroutine
    subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer, intent(in) :: info, n
      character(len=*), intent(out) :: key
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(out) :: valuelen, ierror
      logical, intent(out) :: flag
    end subroutine
    subroutine MPI_Info_delete(info, key, ierror)
      import
      integer, intent(in) :: info
      character(len=*), intent(in) :: key
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Info_dup(info, newinfo, ierror)
      import
      integer, intent(in) :: info
      integer, intent(out) :: newinfo, ierror
    end subroutine
    subroutine MPI_Info_free(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Add_error_class(errorclass, ierror)
      import
      integer, intent(out) :: errorclass, ierror
    end subroutine
    subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer, intent(in) :: errorclass
      integer, intent(out) :: errorcode, ierror
    end subroutine
    subroutine MPI_Add_error_string(errorcode, string, ierror)
      import
      integer, intent(in) :: errorcode
      character(len=*), intent(in) :: string
      integer, intent(out) :: ierror
    end subroutine

    ! Names of MPI-1.
    !$AD ASKS
    subroutine MPI_Address(location, address, ierror)
      import
      type(*), dimension(..), intent(in) :: location
      integer, intent(out) :: address, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_extent(datatype, extent, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(out) :: extent, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_lb(datatype, displacement, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(out) :: displacement, ierror
    end subroutine
    !$AD ASKS
    subroutine MPI_Type_ub(datatype, displacement, ierror)
      import
      integer, intent(in) :: datatype
      integer, intent(out) :: displacement, ierror
    end subroutine
    subroutine MPI_Type_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, blocklength, stride, oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*), oldtype
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype, ierror)
      import
      integer, intent(in) :: count, array_of_blocklengths(*), array_of_displacements(*), array_of_types(*)
      integer, intent(out) :: newtype, ierror
    end subroutine
    subroutine MPI_Errhandler_create(handler_fn, errhandler, ierror)
      import
      external :: handler_fn
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Errhandler_set(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm, errhandler
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Errhandler_get(comm, errhandler, ierror)
      import
      integer, intent(in) :: comm
      integer, intent(out) :: errhandler, ierror
    end subroutine
    subroutine MPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer, intent(in) :: comm, keyval
      integer, intent(out) :: attribute_val, ierror
      logical, intent(out) :: flag
    end subroutine
    subroutine MPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer, intent(in) :: comm, keyval, attribute_val
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Attr_delete(comm, keyval, ierror)
      import
      integer, intent(in) :: comm, keyval
      integer, intent(out) :: ierror
    end subroutine
    subroutine MPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn, delete_fn
      integer, intent(out) :: keyval, ierror
      integer, intent(in) :: extra_state
    end subroutine
    subroutine MPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer, intent(out) :: ierror
    end subroutine

    ! Clocks and addresses.
    !$AD ASKS
    double precision function MPI_Wtime()
    end function
    !$AD ASKS
    double precision function MPI_Wtick()
    end function
    !$AD ASKS
    integer(kind=MPI_ADDRESS_KIND) function MPI_Aint_add(base, disp)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: base, disp
    end function
    !$AD ASKS
    integer(kind=MPI_ADDRESS_KIND) function MPI_Aint_diff(addr1, addr2)
      import
      integer(kind=MPI_ADDRESS_KIND), intent(in) :: addr1, addr2
    end function
    subroutine MPI_Pcontrol(level)
      integer, intent(in) :: level
    end subroutine

    ! Functions for callbacks.
    subroutine MPI_NULL_COPY_FN()
    end subroutine
    subroutine MPI_NULL_DELETE_FN()
    end subroutine
    subroutine MPI_DUP_FN()
    end subroutine
    subroutine MPI_COMM_NULL_COPY_FN()
    end subroutine
    subroutine MPI_COMM_NULL_DELETE_FN()
    end subroutine
    subroutine MPI_COMM_DUP_FN()
    end subroutine
    subroutine MPI_TYPE_NULL_COPY_FN()
    end subroutine
    subroutine MPI_TYPE_NULL_DELETE_FN()
    end subroutine
    subroutine MPI_TYPE_DUP_FN()
    end subroutine
    subroutine MPI_WIN_NULL_COPY_FN()
    end subroutine
    subroutine MPI_WIN_NULL_DELETE_FN()
    end subroutine
    subroutine MPI_WIN_DUP_FN()
    end subroutine
  end interface
end module mpi
