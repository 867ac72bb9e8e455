! SELECT TYPE of a dummy argument.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: shape
    real(8) :: w
  end type
  type, extends(shape) :: box
    real(8) :: h
  end type
contains
  real(8) function area(s)
    class(shape), intent(in) :: s
    select type (s)
    type is (shape)
      area = s%w**2
    type is (box)
      area = s%w*s%h
    class default
      area = 0
    end select
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(box) :: b
    type(shape) :: s
    b%w = x(1); b%h = x(2)
    s%w = x(3)
    y = area(b)*area(s)
  end subroutine
end module
