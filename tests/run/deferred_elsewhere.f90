! Equations of state behind a deferred binding; the misfit is in another module than they are.
! inputs: kind = 2
! inputs: n = 4
! inputs: par(3) = 0.8 .. 1.2
! inputs: t(4) = 0.9 .. 1.5
! inputs: v(4) = 0.5 .. 1.5
! inputs: p(4) = 1 .. 5
! head: misfit(par t)\(misfit)
module eos_base
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  type, abstract :: eos_t
    real(dp) :: tc, pc
  contains
    procedure(pres_if), deferred :: pressure
    procedure :: reduced
  end type
  abstract interface
    function pres_if(self, t, v) result(p)
      import :: eos_t, dp
      class(eos_t), intent(in) :: self
      real(dp), intent(in) :: t, v
      real(dp) :: p
    end function
  end interface
  type, extends(eos_t) :: vdw_t
  contains
    procedure :: pressure => vdw_pressure
  end type
  type, extends(eos_t) :: pr_t
    real(dp) :: omega = 0.1_dp
  contains
    procedure :: pressure => pr_pressure
  end type
  real(dp), parameter :: rgas = 8.314_dp
contains
  elemental function reduced(self, t) result(tr)
    class(eos_t), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp) :: tr
    tr = t/self%tc
  end function
  function vdw_pressure(self, t, v) result(p)
    class(vdw_t), intent(in) :: self
    real(dp), intent(in) :: t, v
    real(dp) :: p, a, b
    a = 27*(rgas*self%tc)**2/(64*self%pc)
    b = rgas*self%tc/(8*self%pc)
    p = rgas*t/(v - b) - a/v**2
  end function
  function pr_pressure(self, t, v) result(p)
    class(pr_t), intent(in) :: self
    real(dp), intent(in) :: t, v
    real(dp) :: p, a, b, k, al
    k = 0.37464_dp + 1.54226_dp*self%omega - 0.26992_dp*self%omega**2
    al = (1 + k*(1 - sqrt(self%reduced(t))))**2
    a = 0.45724_dp*(rgas*self%tc)**2/self%pc*al
    b = 0.0778_dp*rgas*self%tc/self%pc
    p = rgas*t/(v - b) - a/(v*(v + b) + b*(v - b))
  end function
end module

module fit
  use eos_base
  implicit none
contains
  real(dp) function misfit(kind, par, n, t, v, p) result(s)
    integer, intent(in) :: kind, n
    real(dp), intent(in) :: par(3), t(n), v(n), p(n)
    class(eos_t), allocatable :: e
    integer :: i
    select case (kind)
    case (1)
      allocate(vdw_t :: e)
    case default
      allocate(pr_t :: e)
    end select
    e%tc = par(1)*300
    e%pc = par(2)*5e6_dp
    select type (e)
    type is (pr_t)
      e%omega = par(3)*0.2_dp
    end select
    s = 0
    do i = 1, n
      s = s + (e%pressure(t(i)*300, v(i)*1e-3_dp)/1e6_dp - p(i))**2
    end do
  end function
end module
