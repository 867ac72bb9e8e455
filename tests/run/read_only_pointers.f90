! INTENT(IN) keeps where a pointer leads, not what is there (F2018 8.5.10): targets change.
! inputs: x(3) = 0.5 .. 1.5
! head: f(x)\(y)
module read_only_pointers
  implicit none
  type :: box
    real(8), pointer :: at(:)
  end type box
contains
  subroutine doubled(w, q)
    real(8), pointer, intent(in) :: w(:)
    real(8), intent(in) :: q
    w = w*q
  end subroutine doubled

  subroutine within(b, q)
    type(box), intent(in) :: b
    real(8), intent(in) :: q
    b%at(2) = sin(b%at(2))*q
  end subroutine within

  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), target :: t(3), u(3)
    real(8), pointer :: w(:)
    type(box) :: b
    w => t
    b%at => u
    t = x
    u = x**2
    call doubled(w, x(2))
    call within(b, x(3))
    call doubled(b%at, t(1))
    call within(b, t(2))
    y = sum(w**2)*u(2) + sum(u)
  end subroutine f
end module read_only_pointers
