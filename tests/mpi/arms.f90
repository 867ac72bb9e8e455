! Calls of one operation that differ from process to process: the root works in place, or by a call of its own.
subroutine f(n, x, m, y)
  use mpi
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: w(n), all(4*n), nothing(1)
  integer :: rank, size, ierr, i
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  w = x**2
  nothing = 0.0d0
  if (rank == 0) then
    call MPI_Reduce(MPI_IN_PLACE, w, n, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_Reduce(w, nothing, n, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  end if
  all = x(1)
  if (rank == 0) then
    all(1:3) = w(1:3)
    call MPI_Gather(MPI_IN_PLACE, 3, MPI_DOUBLE_PRECISION, all, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    do i = 1, 3*size
      all(i) = all(i)*i*x(2)
    end do
    call MPI_Scatter(all, 3, MPI_DOUBLE_PRECISION, MPI_IN_PLACE, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_Gather(x(4), 3, MPI_DOUBLE_PRECISION, nothing, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    call MPI_Scatter(nothing, 3, MPI_DOUBLE_PRECISION, w, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Allgather(MPI_IN_PLACE, 2, MPI_DOUBLE_PRECISION, all, 2, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  call MPI_Scan(MPI_IN_PLACE, w, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  do i = 1, m
    y(i) = w(i)*all(i) + sum(all(1:2*size))
  end do
end subroutine f
