! PRODUCT of an array with one zero.
! head: f(x s)\(y)
! inputs: n = 3
subroutine f(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), s
  real(8), intent(out) :: y
  real(8) :: z(n)
  z = x
  z(2) = (s - s)*x(1) + (x(3) - x(3))
  y = product(z)
end subroutine
