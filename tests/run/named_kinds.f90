! Kinds from the intrinsic modules, conversions between them.
! head: f(x s)\(y z)
! inputs: n = 3
module m
  use, intrinsic :: iso_fortran_env, only: sp => real32, dp => real64
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
contains
  subroutine f(n, x, s, y, z)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(c_double), intent(in) :: s
    real(c_double), intent(out) :: y
    real(dp), intent(out) :: z
    real(dp) :: q
    real(kind(1.0d0)) :: r
    q = x(1)*s
    r = real(q, dp)*dble(s)
    y = real(q*r, c_double) + 1.5_dp*sum(x) + cbrt(x(2))
    z = real(s*x(3), kind=dp)
  end subroutine
  elemental real(dp) function cbrt(t)
    real(dp), intent(in) :: t
    cbrt = sign(abs(t)**(1.0_dp/3.0_dp), t)
  end function
end module
