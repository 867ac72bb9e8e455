! Messages that are prepared once and started in every step: halos on a line, and one of several at a time.
subroutine f(n, x, m, y)
  use mpi
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8), asynchronous :: u(0:n+1,2), line(4), got(2)
  real(8) :: v(n)
  integer :: halos(4), ring(2), left, right, i, k, step, rank, size, ierr
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < size - 1)
  u = 0.3d0
  u(1:n,1) = x
  call MPI_Recv_init(u(0,1), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, halos(1), ierr)
  call MPI_Recv_init(u(n+1,1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, halos(2), ierr)
  call MPI_Send_init(u(n,1), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, halos(3), ierr)
  call MPI_Ssend_init(u(1,1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, halos(4), ierr)
  call MPI_Send_init(line(2), 2, MPI_DOUBLE_PRECISION, modulo(rank + 1, size), 3, MPI_COMM_WORLD, ring(1), ierr)
  call MPI_Recv_init(got, 2, MPI_DOUBLE_PRECISION, modulo(rank - 1, size), 3, MPI_COMM_WORLD, ring(2), ierr)
  line = 0.5d0
  do step = 1, 4
    call MPI_Startall(4, halos, ierr)
    do i = 2, n - 1
      v(i) = u(i,1) + 0.1d0*u(i,1)*(u(i-1,1) + u(i+1,1))
    end do
    call MPI_Waitall(4, halos, MPI_STATUSES_IGNORE, ierr)
    v(1) = u(1,1) + 0.1d0*u(1,1)*(u(0,1) + u(2,1))
    v(n) = u(n,1) + 0.1d0*u(n,1)*(u(n-1,1) + u(n+1,1))
    u(1:n,1) = v
    if (step == 3) cycle
    line = u(2:5,1)*line
    call MPI_Start(ring(2), ierr)
    call MPI_Start(ring(1), ierr)
    do k = 1, 2
      call MPI_Waitany(2, ring, i, MPI_STATUS_IGNORE, ierr)
    end do
    u(3:4,1) = u(3:4,1)*got
  end do
  do i = 1, 4
    call MPI_Request_free(halos(i), ierr)
  end do
  call MPI_Request_free(ring(1), ierr)
  call MPI_Request_free(ring(2), ierr)
  do i = 1, m
    y(i) = (u(i,1) + line(1 + modulo(i, 4)))*got(1)
  end do
end subroutine f
