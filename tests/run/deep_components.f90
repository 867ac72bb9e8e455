! Allocatable components deep inside a structure: its derivative may not be INTENT(OUT).
! inputs: p%c%x(3) = 0.5 .. 1.5
! inputs: p%c%n = 3
! head: cost(p)\(y)
! head: only(p%c%x)\(y)
module deep
  implicit none
  type inner
    real(8), allocatable :: x(:)
    integer :: n
  end type inner
  type outer
    type(inner) :: c
  end type outer
contains
  subroutine scale(p)
    type(outer), intent(inout) :: p
    p%c%x = p%c%x*sin(p%c%x)
  end subroutine scale

  subroutine cost(p, y)
    type(outer), intent(in) :: p
    real(8), intent(out) :: y
    y = sum(p%c%x(:p%c%n)**2)
  end subroutine cost

  subroutine only(p, y)
    type(outer), intent(inout) :: p
    real(8), intent(out) :: y
    call scale(p)
    call cost(p, y)
  end subroutine only
end module deep
