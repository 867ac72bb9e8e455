! Allocatable dependents that are set in parts: what they came with depends on nothing.
! inputs: g%c(3)%x(2) = 0.5 .. 1.5
! inputs: w(3) = 0.5 .. 1.5
! head: parts(q)\(w g%c%x)
! head: turned(q)\(w)
! head: kept(q g%c%x)\(w g%c%s)
module dependent_parts
  implicit none
  type :: cell
    real(8), allocatable :: x(:)
    real(8) :: s
  end type cell
  type :: grid
    type(cell), allocatable :: c(:)
  end type grid
contains
  subroutine parts(g, w, q)
    type(grid), intent(inout) :: g
    real(8), allocatable, intent(inout) :: w(:)
    real(8), intent(in) :: q(3)
    w(2) = sin(q(1))*q(3)
    g%c(2)%x(1) = q(2)**2
    if (q(1) > 1.d0) g%c(3)%x = w(2)
  end subroutine parts

  subroutine turned(g, w, q)
    type(grid), intent(inout) :: g
    real(8), allocatable, intent(inout), optional :: w(:)
    real(8), intent(in) :: q(3)
    integer :: i
    if (.not. present(w)) return
    do i = 2, 3
      w(2:3) = min(w(2:3), q(1:2))*q(i) + g%c(i)%x
    end do
  end subroutine turned

  subroutine kept(g, w, q)
    type(grid), intent(inout) :: g
    real(8), allocatable, intent(inout) :: w(:)
    real(8), intent(in) :: q(3)
    w(1) = q(1)*g%c(1)%x(2)
    g%c(3)%s = w(3)*w(1)
    g%c(1)%s = q(2)*g%c(2)%s
  end subroutine kept
end module dependent_parts
