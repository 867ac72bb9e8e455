! -module reuse: constants that the module keeps to itself are declared again beside the derivatives, enumerators too; what USE … ONLY leaves out has
! derivatives that are used.
! options: -module reuse
! head: release(t, c)\(q)
! inputs: t = 0.8 .. 1.2
module kinetics
  implicit none
  private
  integer, parameter, public :: ns = 3
  integer, parameter :: rk = kind(1d0)
  real(kind=rk), parameter :: rgas = 8.314_rk, energy(ns) = [2.0_rk, 4.0_rk, 6.0_rk]*rgas
  enum, bind(c)
    enumerator :: cold = 1, warm
    enumerator :: hot
  end enum
  real(rk), public, save :: scale
  public :: rates, prepare
contains
  subroutine prepare(t)
    real(rk), intent(in) :: t
    select case (merge(hot, cold, t > 1))
    case (cold)
      scale = t**2
    case (warm:hot)
      scale = 2*t - 1
    end select
  end subroutine prepare
  subroutine rates(t, c, r)
    real(rk), intent(in) :: t, c(ns)
    real(rk), intent(out) :: r(ns)
    r = scale*c*exp(-energy/(rgas*t))
  end subroutine rates
end module kinetics
subroutine release(t, c, q)
  use kinetics, only: rates, prepare, ns
  implicit none
  real(8), intent(in) :: t, c(ns)
  real(8), intent(out) :: q
  real(8) :: r(ns)
  call prepare(t)
  call rates(t, c, r)
  q = sum(r**2)*t
end subroutine release
