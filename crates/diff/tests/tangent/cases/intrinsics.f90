! head: intrinsics(y)/(x)
subroutine intrinsics(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t, u
  integer :: i
  do i = 1, n
    t = 0.4d0 + 0.2d0*x(i)
    u = sin(t) + cos(t)*tan(t) + exp(t)/log(1.d0 + t*t) + log10(2.d0 + t)
    u = u + asin(0.3d0*t) + acos(0.2d0*t) + atan(t) + atan2(t, 1.d0 + t*t) + sinh(t) + cosh(t) + tanh(t)
    u = u + asinh(t) + acosh(2.d0 + t*t) + atanh(0.2d0*t) + hypot(t, u) + erf(t) + erfc(t) + erfc_scaled(t)
    u = u + bessel_j0(t) + bessel_j1(t) + bessel_jn(2, t) + bessel_y0(1.d0 + t*t) + bessel_yn(3, 2.d0 + t*t)
    u = u + max(t, u, 0.1d0) - min(t, x(i)) + sign(t, -u) + mod(u, 1.5d0 + t) + modulo(u, 1.7d0 + 0.01d0*t) + dim(u, t)
    u = u + aint(t) + nint(t) + dble(t) + real(t, 8) + merge(t, u, t > 0.3d0) + abs(t - 0.5d0) + sqrt(abs(t) + 0.1d0)
    y(i) = u*t
  end do
end subroutine intrinsics
