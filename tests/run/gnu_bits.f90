! AND, OR and XOR of GNU Fortran take integers and logical values.
! head: bits(y)/(x)
! inputs: n = 5
! inputs: l = true
subroutine bits(x, y, n, l)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: l
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: k
  k = ior(n, 4) + and(n, 6)*xor(n, 1) + or(n, 2)
  y = sum(x**2)*k
  if (or(l, n > 3) .and. .not. and(l, xor(n > 2, l))) y = y*x(1)
end subroutine bits
