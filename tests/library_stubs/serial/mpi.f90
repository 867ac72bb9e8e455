! One process: what programs of the tests need of MPI. It counts what is broadcast.
module mpi
  implicit none
  integer, parameter :: MPI_COMM_WORLD = 91, MPI_COMM_NULL = 2, MPI_SUCCESS = 0, MPI_ERR_OTHER = 16
  integer, parameter :: MPI_DOUBLE_PRECISION = 17, MPI_INTEGER = 7, MPI_STATUS_SIZE = 6, MPI_OFFSET_KIND = 8
  integer :: broadcasts = 0
contains
  subroutine MPI_Comm_rank(comm, rank, ierror)
    integer, intent(in) :: comm
    integer, intent(out) :: rank, ierror
    rank = comm - MPI_COMM_WORLD
    ierror = MPI_SUCCESS
  end subroutine
  subroutine MPI_Comm_size(comm, size, ierror)
    integer, intent(in) :: comm
    integer, intent(out) :: size, ierror
    size = comm - MPI_COMM_WORLD + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
    type(*), dimension(..) :: buffer
    integer, intent(in) :: count, datatype, root, comm
    integer, intent(out) :: ierror
    broadcasts = broadcasts + 1
    ierror = min(0, count*datatype*comm*(1 + root))
  end subroutine
  subroutine MPI_Barrier(comm, ierror)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    ierror = min(0, comm)
  end subroutine
  subroutine MPI_Abort(comm, errorcode, ierror)
    integer, intent(in) :: comm, errorcode
    integer, intent(out) :: ierror
    ierror = comm + errorcode
    error stop 'aborted'
  end subroutine
end module
