! Allocatable locals that only assignments allocate.
! head: f(x)\(y)
! inputs: n = 4
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:)
  a = x**2
  b = [a, x(1)*x(2)]
  b = b*b(1)
  y = sum(a)*sum(b)
end subroutine
