! Conjugate gradients on a matrix with three diagonals that is cut into rows: halos, dot products over all processes, a test of convergence.
module vectors
  use mpi
  implicit none
contains
  real(8) function scalar_product(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(n)
    real(8) :: part
    integer :: ierr
    part = dot_product(a, b)
    call MPI_Allreduce(part, scalar_product, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end function scalar_product

  subroutine multiply(n, d, p, q)
    integer, intent(in) :: n
    real(8), intent(in) :: d(n), p(n)
    real(8), intent(out) :: q(n)
    real(8) :: before, after
    integer :: i, rank, size, ierr, status(MPI_STATUS_SIZE)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    before = 0.0d0
    after = 0.0d0
    if (rank > 0) call MPI_Send(p(1), 1, MPI_DOUBLE_PRECISION, rank - 1, 1, MPI_COMM_WORLD, ierr)
    if (rank < size - 1) then
      call MPI_Recv(after, 1, MPI_DOUBLE_PRECISION, rank + 1, 1, MPI_COMM_WORLD, status, ierr)
      call MPI_Send(p(n), 1, MPI_DOUBLE_PRECISION, rank + 1, 2, MPI_COMM_WORLD, ierr)
    end if
    if (rank > 0) call MPI_Recv(before, 1, MPI_DOUBLE_PRECISION, rank - 1, 2, MPI_COMM_WORLD, status, ierr)
    q = (4.0d0 + d**2)*p
    do i = 2, n
      q(i) = q(i) - p(i-1)
      q(i-1) = q(i-1) - p(i)
    end do
    q(1) = q(1) - before
    q(n) = q(n) - after
  end subroutine multiply
end module vectors

subroutine f(n, x, m, y)
  use vectors
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: r(n), p(n), q(n), s(n), old, new, alpha
  integer :: k, i
  s = 0.0d0
  r = sin(x)
  p = r
  old = scalar_product(n, r, r)
  do k = 1, 12
    call multiply(n, x, p, q)
    alpha = old/scalar_product(n, p, q)
    s = s + alpha*p
    r = r - alpha*q
    new = scalar_product(n, r, r)
    if (sqrt(new) < 1.0d-13) exit
    p = r + (new/old)*p
    old = new
  end do
  do i = 1, m
    y(i) = s(i)*s(n+1-i)
  end do
end subroutine f
