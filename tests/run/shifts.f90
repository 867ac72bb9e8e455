! CSHIFT and EOSHIFT: along dimensions, with an array of shifts, with active boundaries.
! head: f(a x)\(y)
! inputs: n = 3
! inputs: m = 4
subroutine f(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(out) :: y
  real(8) :: b(n, m), v(m)
  v = cshift(x, 1) + cshift(x, -2)*x
  b = cshift(a, 1, dim=2)*a
  b = b + cshift(b, -1, 1)
  b = b*cshift(a, shift=[1, 2, 0], dim=2)
  v = v*eoshift(x, 1) + eoshift(x*x, -1, boundary=x(2))
  b = b + eoshift(a, 1, dim=2, boundary=x(1:3)) + eoshift(a, -1, dim=1)
  v = cshift(v, 1)
  y = sum(v**2) + sum(b**2)
end subroutine
