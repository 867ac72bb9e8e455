! RESHAPE with ORDER and PAD.
! head: f(a x)\(y)
! inputs: n = 3
! inputs: m = 4
subroutine f(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(out) :: y
  real(8) :: b(m, n), c(2, 3), d(2, 2), v(12), e(3, 4), g(3, 2, 2), h(2, 2, 3)
  integer, parameter :: turned(3) = [2, 3, 1]
  b = reshape(a, [m, n])
  c = reshape(x, [2, 3], pad=[x(1)*x(2)])
  d = reshape(x*x, [2, 2], order=[2, 1])
  e = reshape(x, [3, 4], pad=a(1, 1:2), order=[2, 1])
  v = reshape(a, [12])
  y = sum(b**2*b(1, 1)) + sum(c**3) + d(1, 2)*d(2, 1)**2 + sum(v*v(12:1:-1)) + e(2, 3)*e(1, 2) + sum(e*a)
  y = y + sum(reshape(a*a, shape(b)) * b)
  g = reshape(a*x(1), [3, 2, 2], order=[3, 1, 2])
  h = reshape(x*x, [2, 2, 3], pad=x(1:2), order=turned)
  y = y + sum(g(:, 1, 2)*g(:, 2, 1)**2) + h(2, 1, 3)*h(1, 2, 1) + sum(h*h*spread(g(1, :, :), 3, 3))
end subroutine
