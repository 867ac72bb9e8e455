! Each process works on what the one before it hands on; the last one reports to the first, which asks whoever is ready.
subroutine f(n, x, m, y)
  use mpi_f08
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: w(n), total, part
  integer :: rank, size, i, r
  type(MPI_Status) :: status
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  w = x
  if (rank > 0) call MPI_Recv(w, n, MPI_DOUBLE_PRECISION, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  do i = 2, n
    w(i) = w(i) + sin(w(i-1))*x(i)
  end do
  if (rank < size - 1) call MPI_Ssend(w, n, MPI_DOUBLE_PRECISION, rank + 1, 3, MPI_COMM_WORLD)
  part = sum(w*x)
  if (rank == 0) then
    total = part**2
    do r = 1, size - 1
      call MPI_Recv(part, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, status)
      total = total + status%MPI_SOURCE*part**2
    end do
  else
    call MPI_Send(part, 1, MPI_DOUBLE_PRECISION, 0, 7, MPI_COMM_WORLD)
    total = w(n)
  end if
  do i = 1, m
    y(i) = total*w(i)
  end do
end subroutine f
