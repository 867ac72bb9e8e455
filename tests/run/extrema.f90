! MAXVAL, MINVAL, NORM2 with DIM and MASK.
! head: f(a x)\(y)
! inputs: n = 3
! inputs: m = 4
! inputs: a = -1 .. 1
subroutine f(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(out) :: y
  real(8) :: r(n), c(m)
  r = maxval(a, dim=2)
  c = minval(a*a, 1, mask=a > -0.5d0)
  where (c > 10.0d0) c = 0.0d0
  y = maxval(x) - minval(x*x) + sum(r**2) + sum(c) + maxval(a, mask=a < 0.5d0)*2
  y = y + maxval(abs(a)) + minval(r*3.0d0) + a(1, maxloc(x, 1)) + norm2(x)
end subroutine
