! The rank decides who prints; what is broadcast has no derivative.
module parallel
  use mpi
  implicit none
  integer :: rank = 0, nprocs = 1, ierr
contains
  subroutine begin
    call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
    call MPI_COMM_SIZE(MPI_COMM_WORLD, nprocs, ierr)
  end subroutine begin
end module parallel

module model
  use parallel
  implicit none
  real(8) :: weights(3) = [1d0, 2d0, 3d0]
contains
  subroutine part(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    integer :: status(MPI_STATUS_SIZE)
    integer(kind=MPI_OFFSET_KIND) :: place
    place = 0_MPI_OFFSET_KIND
    status = 0
    weights = weights + 1d0
    call MPI_Bcast(weights, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    if (ierr /= MPI_SUCCESS) call MPI_Abort(MPI_COMM_WORLD, MPI_ERR_OTHER, ierr)
    if (rank == 7) print *, weights, place, status(1)
    y = sum(weights*x**2)
  end subroutine part

  subroutine cost(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: t
    call begin()
    call part(x, t)
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    y = t*t
  end subroutine cost
end module model
