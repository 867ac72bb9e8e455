! PRODUCT with DIM and MASK, with zeros.
! head: f(a x)\(y)
! inputs: n = 3
! inputs: m = 2
subroutine f(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(out) :: y
  real(8) :: r(n), z(n)
  r = product(a, dim=2)
  z = x(1)
  z(2) = 0.0d0
  y = product(x) + sum(r) + product(a*a) + product(a, mask=a > 0.7d0) + product(z) + product(z + a(:, 1)) 
  y = y + sum(product(a, 1, a > 0.6d0))
end subroutine
