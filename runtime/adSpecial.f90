! Functions that derivatives need and Fortran does not have.
module adspecial
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
  private
  public :: ad_digamma

  ! The digamma function, the derivative of LOG_GAMMA.
  interface ad_digamma
    module procedure digamma_real32, digamma_real64
  end interface

contains

  ! Upwards by psi(x) = psi(x + 1) - 1/x, then the asymptotic series (Abramowitz and Stegun 6.3.5, 6.3.7, 6.3.18).
  elemental function digamma_real64(x) result(psi)
    real(real64), intent(in) :: x
    real(real64) :: psi
    real(real64), parameter :: pi = acos(-1.0_real64)
    real(real64) :: at, t
    psi = 0.0_real64
    at = x
    if (x <= 0.0_real64) then
      psi = -pi/tan(pi*x)
      at = 1.0_real64 - x
    end if
    do while (at < 10.0_real64)
      psi = psi - 1.0_real64/at
      at = at + 1.0_real64
    end do
    t = 1.0_real64/at**2
    psi = psi + log(at) - 0.5_real64/at - t*(1.0_real64/12 - t*(1.0_real64/120 - t*(1.0_real64/252 - t*(1.0_real64/240 &
      - t*(1.0_real64/132 - t*(691.0_real64/32760 - t/12))))))
  end function digamma_real64

  elemental function digamma_real32(x) result(psi)
    real(real32), intent(in) :: x
    real(real32) :: psi
    psi = real(digamma_real64(real(x, real64)), real32)
  end function digamma_real32

end module adspecial
