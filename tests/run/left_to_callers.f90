! Components that a procedure has no use for, but a callee reads, for others: their derivatives are those of the callers, and stay.
! head: left_to_callers%h(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: left_to_callers%by_pointer(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: left_to_callers%of_module(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: left_to_callers%of_elements(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module left_to_callers
  implicit none
  type st
    real(8) :: a, b, c, v(2)
  end type
  type holder
    type(st), pointer :: to => null()
  end type
  type(st), save :: shared
contains
  subroutine k(s)
    type(st), intent(inout) :: s
    s%a = 2*s%a*s%a
    s%c = sin(s%b) + s%v(1)*s%v(2)
  end subroutine k

  subroutine m(s, y)
    type(st), intent(inout) :: s
    real(8), intent(inout) :: y
    call k(s)
    y = y*s%a
    s%c = 0
  end subroutine m

  subroutine m_by_pointer(s, y)
    type(st), intent(inout), target :: s
    real(8), intent(inout) :: y
    type(st), pointer :: p
    type(holder) :: hold
    p => s
    call k(p)
    y = y*p%a
    hold%to => s
    call k(hold%to)
    y = y*hold%to%a
    p%c = 0
  end subroutine m_by_pointer

  subroutine m_of_module(y)
    real(8), intent(inout) :: y
    call k(shared)
    y = y*shared%a
    shared%c = 0
  end subroutine m_of_module

  subroutine m_of_elements(s, y)
    type(st), intent(inout) :: s(:)
    real(8), intent(inout) :: y
    integer :: i
    do i = 1, size(s)
      call k(s(i))
      y = y*s(i)%a
    end do
    s%c = 0
  end subroutine m_of_elements

  subroutine start(s, x, y)
    type(st), intent(out) :: s
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    s%a = x(1)
    s%b = x(2)*x(1)
    s%c = x(3)
    s%v = x(2:3)
    y = x(3)
  end subroutine start

  subroutine h(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(st) :: s
    call start(s, x, y)
    call m(s, y)
    y = y + s%b*s%b
    call k(s)
    y = y + s%c*s%a + s%v(1)
  end subroutine h

  subroutine by_pointer(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(st) :: s
    call start(s, x, y)
    call m_by_pointer(s, y)
    y = y + s%b*s%b
    call k(s)
    y = y + s%c*s%a + s%v(1)
  end subroutine by_pointer

  subroutine of_module(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    call start(shared, x, y)
    call m_of_module(y)
    y = y + shared%b*shared%b
    call k(shared)
    y = y + shared%c*shared%a + shared%v(1)
  end subroutine of_module

  subroutine of_elements(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(st) :: s(2)
    call start(s(1), x, y)
    call start(s(2), 0.5d0*x, y)
    call m_of_elements(s, y)
    y = y + s(1)%b*s(2)%b
    call k(s(2))
    y = y + s(2)%c*s(2)%a + s(1)%v(1)
  end subroutine of_elements
end module left_to_callers
