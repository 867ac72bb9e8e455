! ATAN of two arguments (F2008) is ATAN2.
! head: top(x)\(y)
! inputs: n = 4
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = atan(x(1), -x(2))*atan(x(3)) + atan(-x(4), 1.0d0)
end subroutine
