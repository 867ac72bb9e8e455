! -module reuse: a constant that the module keeps to itself is declared again beside the derivatives.
! options: -module reuse
! head: release(t, c)\(q)
! inputs: t = 0.8 .. 1.2
module kinetics
  implicit none
  private
  integer, parameter, public :: ns = 3
  integer, parameter :: rk = kind(1d0)
  real(kind=rk), parameter :: rgas = 8.314_rk, energy(ns) = [2.0_rk, 4.0_rk, 6.0_rk]*rgas
  public :: rates
contains
  subroutine rates(t, c, r)
    real(rk), intent(in) :: t, c(ns)
    real(rk), intent(out) :: r(ns)
    r = c*exp(-energy/(rgas*t))
  end subroutine rates
end module kinetics
subroutine release(t, c, q)
  use kinetics
  implicit none
  real(8), intent(in) :: t, c(ns)
  real(8), intent(out) :: q
  real(8) :: r(ns)
  call rates(t, c, r)
  q = sum(r**2)*t
end subroutine release
