! Intrinsics that are seldom met: Bessel functions, error functions, ATAN of two arguments, complex powers; and DATA with implied loops.
! head: top(x)\(y)
! inputs: n = 6
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(6)
  complex(8) :: z(n)
  real(8) :: tab(2, 3)
  integer :: i, j
  data ((tab(i, j), i = 1, 2), j = 1, 3)/1.0d0, 2.0d0, 3.0d0, 4.0d0, 5.0d0, 6.0d0/
  y(1) = bessel_j0(x(1)) + bessel_j1(x(2)) + bessel_jn(3, x(3)) + bessel_y0(x(4) + 1) + bessel_y1(x(5) + 1) &
    + bessel_yn(2, x(6) + 1)
  y(2) = erf(x(1)) + erfc(x(2)) + erfc_scaled(x(3)) + hypot(x(4), x(5))
  y(3) = atan2(x(1), x(2)) + atan(x(3), -x(4)) + asinh(x(5)) + acosh(1 + x(6)) + atanh(x(1)/3)
  z = cmplx(x, x(n:1:-1)**2, 8)
  y(4) = real(z(1)**z(2)) + aimag(x(1)**z(3)) + real((-x(2))**z(4)) + real(z(1)**0.5d0) + abs(tanh(z(5)))
  y(5) = sum(tab)*x(1)
  y(6) = norm2(norm2(reshape(x, [2, 3]), 1)) + tab(2, 3)*x(2)**2
end subroutine
