! SPREAD of scalars and arrays.
! head: f(x s)\(y)
! inputs: n = 3
subroutine f(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), s
  real(8), intent(out) :: y
  real(8) :: a(n, n), b(4, n), c(n, 2, n)
  a = spread(x, 1, n)*spread(sin(x), 2, n)
  b = spread(x*s, dim=1, ncopies=4)
  a = a*spread(spread(s, 1, n), 2, n)
  c = spread(a, 2, 2)
  y = sum(a**2) + sum(b**3) + sum(c*c*c) + sum(spread(s*x(2), 1, 5))
end subroutine
