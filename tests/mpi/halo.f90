! Diffusion on a line that is cut into pieces: values of the neighbours by blocking messages, then by MPI_Sendrecv, in a procedure of its own.
module line
  use mpi
  implicit none
  integer :: left, right, rank
contains
  subroutine exchange(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(0:n+1)
    integer :: ierr, status(MPI_STATUS_SIZE)
    if (mod(rank, 2) == 0) then
      call MPI_Send(u(n), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, ierr)
      call MPI_Recv(u(n+1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, status, ierr)
      call MPI_Send(u(1), 1, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, ierr)
      call MPI_Recv(u(0), 1, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    else
      call MPI_Recv(u(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, status, ierr)
      call MPI_Send(u(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, ierr)
      call MPI_Recv(u(n+1), 1, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, status, ierr)
      call MPI_Send(u(n), 1, MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, ierr)
    end if
  end subroutine exchange

  subroutine exchange_both(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(0:n+1)
    integer :: ierr
    call MPI_Sendrecv(u(1), 1, MPI_DOUBLE_PRECISION, left, 5, u(n+1), 1, MPI_DOUBLE_PRECISION, right, 5, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(u(n), 1, MPI_DOUBLE_PRECISION, right, 6, u(0), 1, MPI_DOUBLE_PRECISION, left, 6, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end subroutine exchange_both
end module line

subroutine f(n, x, m, y)
  use mpi
  use line
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: u(0:n+1), v(0:n+1)
  integer :: i, k, size, ierr
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  left = rank - 1
  right = rank + 1
  if (rank == 0) left = MPI_PROC_NULL
  if (rank == size - 1) right = MPI_PROC_NULL
  u(1:n) = x
  u(0) = 0.5d0*x(1)**2
  u(n+1) = x(n)
  do k = 1, 5
    if (mod(k, 2) == 0) then
      call exchange(n, u)
    else
      call exchange_both(n, u)
    end if
    do i = 1, n
      v(i) = u(i) + 0.1d0*(u(i-1) - 2.0d0*u(i) + u(i+1))*u(i)
    end do
    u(1:n) = v(1:n)
  end do
  do i = 1, m
    y(i) = u(i)*u(n+1-i)
  end do
end subroutine f
