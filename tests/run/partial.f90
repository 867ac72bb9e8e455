! An output of which only a part is set: the rest has no derivative.
! head: partial(x)\(y)
! inputs: n = 5
subroutine partial(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: y(n)
  y(2) = x*x
  y(n) = y(2)*x
end subroutine partial
