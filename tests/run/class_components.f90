! Components of class, allocated with a dynamic type; SELECT TYPE with associate names, CLASS IS.
! head: f(x)\(y)
! inputs: n = 3
module shapes
  implicit none
  type :: shape
    real(8) :: w
  end type
  type, extends(shape) :: box
    real(8) :: h
  end type
  type, extends(box) :: brick
    real(8) :: d(2)
  end type
  type :: holder
    class(shape), allocatable :: s
  end type
contains
  function area(s) result(a)
    class(shape), intent(in) :: s
    real(8) :: a
    select type (s)
    type is (box)
      a = s%w*s%h
    class is (brick)
      a = s%w*s%h + sum(s%d**2)*s%box%h
    class default
      a = s%w**3
    end select
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(holder) :: list(3)
    integer :: i
    allocate(list(1)%s)
    allocate(box :: list(2)%s)
    allocate(brick :: list(3)%s)
    do i = 1, 3
      list(i)%s%w = x(i)
      select type (b => list(i)%s)
      class is (box)
        b%h = x(1)*x(2)
      end select
      select type (b => list(i)%s)
      type is (brick)
        b%d = x(2:3)
        b%w = b%w*b%h
      end select
    end do
    y = 0
    do i = 1, 3
      y = y + area(list(i)%s)*x(2)
    end do
  end subroutine
end module
