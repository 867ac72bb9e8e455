! DATA of which the derivative needs a part: scalars, arrays with repeated values, elements, implied loops.
! head: f(x)\(y)
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a, b, c(3), d(2, 2), e(4), g(3), h, u
  integer :: k, n, m
  data a, b /7.d0, 4.d0/
  data c, u, d /3*0.5d0, 2*1.5d0, 3*2.5d0/
  data (e(k), k = 1, 3), e(4), h /2*1.d0, 2*2.d0, 3.d0/
  data g(1), n, g(2), g(3), m /0.1d0, 2, 0.2d0, 0.3d0, 1/
  y = a + u + m
  y = y + b*x(1)**2 + g(n)*x(2)**3 + d(2, 1)*sin(x(3)) + e(3)*x(1)*x(2)
  y = y + h + c(2)
end subroutine f
