! ALLOCATE with SOURCE of arrays and scalars, with STAT.
! head: f(x)\(y)
! inputs: n = 4
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:), c(:, :)
  integer :: ierr
  allocate (a, source=x)
  allocate (b(n), stat=ierr)
  if (ierr /= 0) stop 1
  allocate (c(n, n), source=0.0d0)
  b = a**2
  c(1, :) = b*x
  c(:, 2) = c(:, 2) + a
  y = sum(b*a) + sum(c*c)
  deallocate (a, b, c, stat=ierr)
end subroutine
