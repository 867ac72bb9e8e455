! Components that a callee's tangent reads, and that have no value yet where it is called: other components of the same structure have one.
! head: parts_not_set%main(c y)/(c x)
! inputs: x(3) = 0.5 .. 1.5
! head: parts_not_set%several(c y)/(c x)
! inputs: x(3) = 0.5 .. 1.5
module parts_not_set
  implicit none
  integer, parameter :: r = kind(1d0)

  type :: inner
    real(r) :: a
    real(r) :: b(3)
  end type inner

  type :: outer
    integer :: k
    real(r) :: b(3)
    type(inner) :: q
  end type outer
contains

  subroutine change(c, x)
    type(outer), intent(inout) :: c
    real(r), intent(in) :: x(3)
    c = outer(1, 2*x, inner(c%q%b(2)*x(1), c%b))
  end subroutine change

  subroutine main(c, x, y)
    type(outer), intent(inout) :: c
    real(r), intent(in) :: x(3)
    real(r), intent(out) :: y
    call change(c, x)
    c = outer(2, c%q%b, inner(0.5_r, c%q%b))
    call change(c, x)
    y = sum(c%b)*c%q%a
  end subroutine main

  subroutine several(c, x, y)
    type(outer), intent(inout) :: c(2)
    real(r), intent(in) :: x(3)
    real(r), intent(out) :: y
    integer :: i
    do i = 1, 2
      call change(c(i), x)
      c(i)%q%b = c(i)%b
      c(i)%q%a = 0
      call change(c(i), x)
    end do
    y = c(1)%q%a*c(2)%q%a
  end subroutine several
end module parts_not_set
