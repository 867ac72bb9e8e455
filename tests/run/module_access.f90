! Private data behind public procedures, PROTECTED, ONLY, renames, and names passed on by a module in between.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
module kinds_of_it
  implicit none
  integer, parameter :: working = selected_real_kind(12, 200)
end module kinds_of_it

module state_keeper
  use kinds_of_it, only: wp => working
  implicit none
  private
  type, public :: box
    real(wp) :: weight = 0
  end type
  real(wp) :: hidden = 0
  real(wp), public, protected :: level = 2
  type(box), public :: shared
  public :: accumulate, total, reset
contains
  subroutine reset(to)
    real(wp), intent(in) :: to
    hidden = to
    level = 1 + to**2
    shared%weight = sin(to)
  end subroutine reset
  subroutine accumulate(by)
    real(wp), intent(in) :: by
    hidden = hidden*by + level
    shared%weight = shared%weight*hidden
  end subroutine accumulate
  real(wp) function total()
    total = hidden**2
  end function total
end module state_keeper

module facade
  use state_keeper, only: accumulate, total
  implicit none
  private
  real(8), parameter, public :: offset = 1.5d0
  public :: accumulate, total
end module facade

subroutine top(x, y)
  use facade, only: add => accumulate, total, base_value => offset
  use state_keeper, only: local_reset => reset, level, shared
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  call local_reset(x(1)*base_value)
  do i = 1, 3
    call add(x(i)**2)
  end do
  y = total()*level + shared%weight
end subroutine top
