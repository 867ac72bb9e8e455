! SUM with DIM and MASK.
! head: f(a x)\(y z)
! inputs: n = 3
! inputs: m = 4
! inputs: a = -1 .. 1
subroutine f(n, m, a, x, y, z)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(out) :: y(n), z
  real(8) :: b(n, m), c(m)
  b = a**2
  y = sum(b*spread(x, 1, n), dim=2)
  c = sum(b, dim=1, mask=a > 0.0d0)
  z = sum(a*b, mask=b > 0.2d0) + sum(c*x) + sum(b(:, 2:m:2)) + sum(sum(b, 2)**2)
  z = z + sum(a(1, :)*x) + product(1.0d0 + a(:, 1)) + sum(x, x > 0.5d0)
  z = z + sum(sum(b, 2, b > 0.1d0))*sum(sum(a, dim=1)) + sum(spread(sum(a, 1), 2, n)*x(1))
end subroutine
