! Roots and powers of arrays whose partial does not exist everywhere, with operands of other types below them: integers, and reals of less bytes.
! head: roots(y)/(x)
! inputs: n = 3
! inputs: x(4) = 0.1 .. 1
! inputs: w = 0.5 .. 1
subroutine roots(n, x, w, y)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, intent(in) :: n
  real(dp), intent(in) :: x(4)
  real, intent(in) :: w
  real(dp), intent(out) :: y(4)
  y = sqrt(x/n) + (x/w)**0.5_dp + x**((n - 1)/2)*(x/n)**(n/w)
end subroutine roots
