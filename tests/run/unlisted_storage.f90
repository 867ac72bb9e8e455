! Dummies with allocatable storage that are active in between only: no caller gives them a derivative.
! inputs: p%c%x(3) = 0.5 .. 1.5
! inputs: p%n = 3
! inputs: w(3) = 0.5 .. 1.5
! inputs: q(3) = 0.5 .. 1.5
! head: deep(q)\(y)
! head: array(q)\(y)
! head: replaced(q)\(y)
module unlisted_storage
  implicit none
  type inner
    real(8), allocatable :: x(:)
  end type inner
  type outer
    type(inner) :: c
    integer :: n
  end type outer
contains
  subroutine scale(p)
    type(outer), intent(inout) :: p
    p%c%x = p%c%x*sin(p%c%x)
  end subroutine scale

  subroutine deep(p, q, y)
    type(outer), intent(inout) :: p
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    p%c%x(1:2) = p%c%x(2:3)*q(1:2)
    call scale(p)
    y = sum(p%c%x(:p%n)**2)
    p%c%x = 0.d0
  end subroutine deep

  subroutine array(w, q, y)
    real(8), allocatable, intent(inout) :: w(:)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    w(2:3) = w(2:3)*q(1:2)
    y = sum(w**2)*q(3)
    w = 1.d0
  end subroutine array

  subroutine replaced(p, q, y)
    type(outer), intent(inout) :: p
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    p%c%x = cos(q)
    call scale(p)
    y = sum(p%c%x**2)
    p%c%x = 0.d0
  end subroutine replaced
end module unlisted_storage
