! Every elementary function once, at points inside their domains.
! head: intrinsics(x y)\(r)
! inputs: x = 0.2 .. 0.8
! inputs: y = 0.3 .. 0.9
subroutine intrinsics(x, y, r)
  implicit none
  real(8), intent(in) :: x, y
  real(8), intent(out) :: r(30)
  r = 0.0d0
  r(1) = sin(x) + cos(y)*tan(x*y)
  r(2) = asin(x)*acos(y) + atan(x)
  r(3) = atan2(x, y)
  r(4) = sinh(x)*cosh(y) + tanh(x*y)
  r(5) = exp(x*y) - log(x) + log10(y)
  r(6) = sqrt(x*y)
  r(7) = abs(x - 0.5d0) + sign(x, y - 0.6d0)
  r(8) = max(x, y, 0.5d0) + min(x, y)
  r(9) = x**3 + x**y + 2.0d0**x + y**(-2) + x**0.5d0
  r(10) = mod(5.0d0*x, 1.3d0) + dim(x, y)
  r(11) = asinh(x) + acosh(1.0d0 + y) + atanh(x)
  r(12) = erf(x) + erfc(y)
  r(13) = hypot(x, y)
  r(14) = aint(10.0d0*x) + x
  r(15) = real(int(10.0d0*x), 8)*y
  r(16) = merge(x, y, x > y)
  r(17) = bessel_j0(x) + bessel_j1(y)
end subroutine intrinsics
