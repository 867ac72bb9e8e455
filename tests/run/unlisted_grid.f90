! Dummies whose storage only the caller knows, active between entry and return, and not spoken of by the heads: structures in structures.
! inputs: g%first%x(3) = 0.5 .. 1.5
! inputs: g%c(3)%x(2) = 0.5 .. 1.5
! head: deep(q)\(y)
module unlisted_grid
  implicit none
  type :: cell
    real(8), allocatable :: x(:)
    real(8) :: w
  end type cell
  type :: grid
    type(cell), allocatable :: c(:)
    type(cell) :: first
  end type grid
contains
  subroutine scaled(p)
    type(cell), intent(inout) :: p
    p%x = p%x*p%w
  end subroutine scaled

  ! Structures in structures.
  subroutine deep(g, q, y)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    integer :: i
    do i = 1, size(g%c)
      g%c(i)%x(1) = q(i)*g%first%x(2)
      call scaled(g%c(i))
    end do
    g%first%x(1) = sin(q(2))
    y = g%c(1)%x(1)*g%c(2)%x(1) + sum(g%first%x)*q(3)
  end subroutine deep
end module unlisted_grid
