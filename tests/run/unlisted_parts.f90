! Dummies whose storage only the caller knows, active between entry and return, and not spoken of by the heads: allocatable components.
! inputs: p%x(3) = 0.5 .. 1.5
! head: moved(q)\(y)
! head: parted(q)\(y)
module unlisted_parts
  implicit none
  type :: cell
    real(8), allocatable :: x(:)
    real(8) :: w
  end type cell
contains
  subroutine scaled(p)
    type(cell), intent(inout) :: p
    p%x = p%x*p%w
  end subroutine scaled

  ! Whole components, by assignment and by a call.
  subroutine moved(p, q, y)
    type(cell), intent(inout) :: p
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    p%x = cos(q)
    p%w = q(1)
    call scaled(p)
    y = sum(p%x**2)
  end subroutine moved

  ! Elements only: the others keep what they have, which depends on nothing.
  subroutine parted(p, q, y)
    type(cell), intent(inout) :: p
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    integer :: i
    do i = 1, size(p%x), 2
      p%x(i) = p%x(i)*sin(q(2))
    end do
    y = sum(p%x**2)*q(1)
  end subroutine parted
end module unlisted_parts
