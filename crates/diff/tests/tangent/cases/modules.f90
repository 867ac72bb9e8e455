! head: top(y)/(x)
module kinds
  implicit none
  integer, parameter :: dp = kind(1.d0)
end module kinds
module state
  use kinds, only: dp
  implicit none
  private
  real(dp), public :: gain = 2.0_dp, level(3) = 1.0_dp   ! two of them
  integer, public :: count = 0
  type, public :: cell
    real(dp) :: h
    integer :: id
    real(dp) :: fixed
    real(dp), allocatable :: q(:)
  end type cell
  type(cell), public :: here
  public :: advance, flux
  interface flux
    module procedure flux_s, flux_v
  end interface
contains
  subroutine advance(u)
    real(dp), intent(inout) :: u
    count = count + 1
    gain = gain*u
    level(2) = gain + level(1)
    u = flux(u) + sum(flux(level)) + here%fixed
    here%h = here%h*u
    if (.not. allocated(here%q)) allocate (here%q(2))
    here%q(1) = here%h
    here%q(2) = u*2.0_dp
  end subroutine advance
  real(dp) function flux_s(v) result(r)
    real(dp), intent(in) :: v
    r = v*gain
  end function flux_s
  function flux_v(v) result(r)
    real(dp), intent(in) :: v(3)
    real(dp) :: r(3)
    r = v*v
  end function flux_v
end module state
subroutine top(x, y)
  use kinds
  use state, only: advance, gain, here, work => level
  implicit none
  real(dp), intent(in) :: x
  real(dp), intent(out) :: y
  real(dp) :: u
  external :: helper
  here%h = 1.0_dp
  here%fixed = 0.5_dp
  gain = 2.0_dp
  work = 0.25_dp
  u = x
  call advance(u)
  call helper()
  y = u*here%h*work(2) + gain + sum(here%q)
end subroutine top
subroutine helper()
  use state
  implicit none
  count = count + 1
end subroutine helper
! driver:
program driver
  implicit none
  real(8) :: y, yd, a, b, h
  h = 1.d-6
  call top(0.7d0 + h, a)
  call top(0.7d0 - h, b)
  call top_d(0.7d0, 1.d0, y, yd)
  call top_d(0.7d0, 1.d0, y, yd)
  if (abs(yd - (a - b)/(2*h)) > 1.d-6*abs(yd)) then
    print *, yd, (a - b)/(2*h)
    stop
  end if
  print *, 'ok'
end program driver
