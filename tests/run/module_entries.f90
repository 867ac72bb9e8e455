! Entries of a module procedure that share what is kept between calls: with kinds, constants and extents of the module, of one that it uses, set and used.
! head: head(p)\(y)
! inputs: p = 0.3 .. 0.9
module m_kinds
  implicit none
  integer, parameter :: wp = kind(1.d0), few = 2
end module m_kinds
module m_spring
  use m_kinds, only: wp, few
  implicit none
  private
  integer, parameter :: most = few + 1
  real(wp) :: gain = 1.5_wp
  public :: prepare, force, loosen, gain
contains
  subroutine prepare(a, c)
    real(wp), intent(in) :: a, c
    real(wp), intent(in) :: x
    real(wp), intent(out) :: y
    real(wp), save :: stiff = 0, law(most) = 1
    integer, save :: calls
    real(wp) :: t
    stiff = a*c
    law = [a, c, a*c]
    calls = 0
    gain = gain + 0.1_wp*a
    return
    entry force(x, y)
    t = stiff*sin(x)
    calls = calls + 1
    y = t*law(2) + law(most)*x*calls*gain
    return
    entry loosen(x)
    stiff = stiff*(1 - 0.1_wp*x)
    law(2) = law(2)*stiff
  end subroutine prepare
end module m_spring
subroutine head(p, y)
  use m_spring, only: prepare, force, loosen
  use m_kinds, only: wp
  implicit none
  real(wp), intent(in) :: p(3)
  real(wp), intent(out) :: y
  real(wp) :: u
  call prepare(p(1), p(2))
  call force(p(3), y)
  call loosen(p(2)*p(3))
  call force(p(1), u)
  y = y*u
end subroutine head
