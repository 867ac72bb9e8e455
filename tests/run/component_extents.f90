! Loops whose bounds are components: what they keep lives in arrays of that extent; where the component changes, on the stack.
! head: relax(a%u)/(a%u)
! inputs: m = 3
! inputs: a%n = 6
! inputs: a%u(6) = 0.1 .. 0.9
! head: shrinks(a%u)/(a%u)
! inputs: m = 3
! inputs: a%n = 6
! inputs: a%u(6) = 0.1 .. 0.9
! head: configured(u)/(u)
! inputs: m = 3
! inputs: c%n = 6
! inputs: c%dt = 0.1
! inputs: u(6) = 0.1 .. 0.9
module grids
  implicit none
  type grid
    integer :: n
    real(8), allocatable :: u(:)
  end type
  type conf
    integer :: n
    real(8) :: dt
  end type
contains
  subroutine relax(a, m)
    type(grid), intent(inout) :: a
    integer, intent(in) :: m
    integer :: i, s
    do s = 1, m
      do i = 2, a%n - 1
        a%u(i) = a%u(i) + 0.1d0*a%u(i-1)*a%u(i+1)
      end do
    end do
  end subroutine

  subroutine shrinks(a, m)
    type(grid), intent(inout) :: a
    integer, intent(in) :: m
    integer :: i, s
    do s = 1, m
      do i = 2, a%n - 1
        a%u(i) = a%u(i) + 0.1d0*a%u(i-1)*a%u(i+1)
      end do
      a%n = a%n - 1
    end do
  end subroutine

  subroutine configured(c, u, m)
    type(conf), intent(in) :: c
    real(8), intent(inout) :: u(:)
    integer, intent(in) :: m
    integer :: i, s
    do s = 1, m
      do i = 2, c%n - 1
        u(i) = u(i) + c%dt*u(i-1)*u(i+1)
      end do
    end do
  end subroutine
end module
