! Arrays that do not count from one: array constructors, vector subscripts, masks, PRODUCT and MAXVAL of them.
! head: f(x)\(y)
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(0:2)
  real(8), intent(out) :: y(3)
  real(8) :: a(0:2), b(0:2), c(-1:1), d(3)
  integer :: idx(0:2)
  logical :: m(0:2)
  idx = [3, 1, 2]
  a = [x(0)**2, x(1)*x(2), sin(x(2))]
  d = a(0)*x
  b = d(idx)
  c = 0
  m = b > -100
  where (m) c = x*b
  y = a*b*c
  y(1) = y(1) + product(b) + maxval(c)
end subroutine
