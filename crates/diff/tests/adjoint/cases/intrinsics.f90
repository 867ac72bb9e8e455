! head: intrinsics(y)/(x)
! n = 6
subroutine intrinsics(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u(n), s
  s = max(x(1), x(2), 0.1d0) + min(x(3), 2.d0)*abs(x(4) - 1.5d0)
  s = s + sign(x(5), -1.d0) + sqrt(abs(s) + 0.1d0)*atan2(x(1), s) + mod(s, 0.7d0)
  s = s + (x(2)**2)**2.5d0 + x(1)**3 + 2.d0**x(3) + (abs(x(2)) + 0.1d0)**x(4)
  u = max(x, 0.8d0) + sqrt(abs(x) + 0.1d0)*exp(-s*x)
  u = u/(1.d0 + u**2) - tanh(u)*log(x*x + 1.d0)
  y = sum(u) + s*erf(x(1)) + hypot(s, x(2)) + dim(x(1), 0.2d0)
end subroutine intrinsics
