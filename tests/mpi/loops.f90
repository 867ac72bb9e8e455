! Loops with exchanges, an exit that a sum over all processes decides, messages in conditions, and what is exchanged without derivatives.
subroutine inner(n, u, norm)
  use mpi
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: norm
  real(8) :: part
  integer :: ierr
  part = sum(u**2)
  call MPI_Allreduce(part, norm, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  u = u/sqrt(1.0d0 + norm)
end subroutine inner
subroutine f(n, x, m, y)
  use mpi
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: u(n), t, w, norm, shared(3)
  integer :: i, k, ierr, rank, size, count
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  ! passive
  shared = [1.0d0, 2.0d0, 3.0d0]*(rank + 1)
  call MPI_Bcast(shared, 3, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  u = x*shared(2)
  y = 0.0d0
  do i = 1, 3
    w = x(i)**2
    call MPI_Allreduce(w, t, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    y(1) = y(1) + t
  end do
  do i = 1, 4
    call MPI_Allreduce(MPI_IN_PLACE, u(i), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end do
  count = 0
  do k = 1, 10
    call inner(n, u, norm)
    count = count + 1
    if (norm < 2.0d0) exit
  end do
  y(2) = sum(u)*count
  t = u(1)
  do k = 1, 3
    if (mod(k + rank, 2) == 0 .and. rank + 1 < size) then
      call MPI_Send(t*x(k), 1, MPI_DOUBLE_PRECISION, rank + 1, k, MPI_COMM_WORLD, ierr)
    end if
    if (mod(k + rank, 2) == 1 .and. rank > 0) then
      call MPI_Recv(t, 1, MPI_DOUBLE_PRECISION, rank - 1, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      t = t*sin(x(k))
    end if
  end do
  y(3) = t**2
  y(4:6) = u(1:3)*y(3)
end subroutine f
