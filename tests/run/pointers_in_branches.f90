! Local pointers that one branch associates: compilers do not see that both sweeps take the same one.
! head: pointers_in_branches%solve(power)/(f)
! inputs: n = 3
! inputs: f = 0.5 .. 1.5
module pointers_in_branches
  implicit none
  integer, parameter :: r = kind(1d0)

  type :: level
    integer :: n = 0
    real(r), allocatable :: u(:), f(:)
  end type level

  type(level), allocatable, target, save :: levels(:)
  integer, save :: coarsest = 0
contains

  subroutine begin(n)
    integer, intent(in) :: n
    integer :: l
    coarsest = n
    if (allocated(levels)) deallocate (levels)
    allocate (levels(n))
    do l = 1, n
      levels(l)%n = 2**(n - l + 1)
      allocate (levels(l)%u(0:levels(l)%n), levels(l)%f(0:levels(l)%n))
      levels(l)%u = 0
      levels(l)%f = 0
    end do
  end subroutine begin

  subroutine smooth(l, turns)
    type(level), intent(inout) :: l
    integer, intent(in) :: turns
    integer :: i, turn
    do turn = 1, turns
      do i = 1, l%n - 1
        l%u(i) = 0.5_r*(l%f(i) + l%u(i-1) + l%u(i+1))/(1 + 0.1_r*l%u(i)**2)
      end do
    end do
  end subroutine smooth

  recursive subroutine descend(l)
    integer, intent(in) :: l
    type(level), pointer :: fine, coarse
    integer :: m
    fine => levels(l)
    if (l == coarsest) then
      call smooth(fine, 3)
    else
      call smooth(fine, 1)
      coarse => levels(l+1)
      m = coarse%n
      coarse%f(1:m-1) = fine%f(2:2*m-2:2)*fine%u(2:2*m-2:2)
      coarse%u = 0
      call descend(l + 1)
      fine%u(0:2*m:2) = fine%u(0:2*m:2) + coarse%u
      call smooth(fine, 1)
    end if
  end subroutine descend

  subroutine solve(n, f, power)
    integer, intent(in) :: n
    real(r), intent(in) :: f(0:2**n)
    real(r), intent(out) :: power
    call begin(n)
    levels(1)%f(:) = f
    call descend(1)
    power = sum(levels(1)%u*f)
  end subroutine solve
end module pointers_in_branches
