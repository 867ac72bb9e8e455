! RESHAPE with an ORDER that is known when it runs: an argument, one that changes, with bounds of its own, an expression.
! head: f(a x)\(y)
! inputs: n = 1
subroutine f(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(2, 3), x(4)
  real(8), intent(out) :: y
  real(8) :: b(3, 2), c(2, 2), d(2, 1, 3), e(3, 3)
  integer :: o(2), shifted(0:1), three(3)
  o = [1 + n, n]
  b = reshape(a*x(1), [3, 2], order=o)
  y = sum(b**2*b(1, 1))
  o = [n, 1 + n]
  c = reshape(x*x, [2, 2], order=o)
  y = y + c(1, 2)**2*c(2, 1)
  shifted = [2*n, n]
  c = reshape(x*c(1, 1), [2, 2], order=shifted)
  y = y + c(1, 2)**2*c(2, 1)
  three = [3, 1, 2]
  d = reshape(a*a, [2, 1, 3], order=cshift(three, n - 1))
  y = y + sum(d(1, 1, :)*d(2, 1, :)**2)
  three = [2, 3, 1]
  d = reshape(sin(a), [2, 1, 3], order=three)
  y = y + sum(d(1, 1, :)*d(2, 1, :)**2)
  shifted = 3 - shifted
  e = reshape(x, [3, 3], pad=a(1, :), order=shifted)
  y = y + sum(e*e*matmul(e, e))
  o = 0
  shifted = 0
  three = 0
end subroutine f
