! A function that gives structures in an array, with allocatable components.
! head: f(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module m
  implicit none
  type field
    real(8), allocatable :: v(:)
  end type
  type state
    type(field) :: f(2)
  end type
contains
  function scal(c, s) result(r)
    real(8), intent(in) :: c
    type(state), intent(in) :: s
    type(state) :: r
    integer :: k
    do k = 1, 2
      r%f(k)%v = c*s%f(k)%v
    end do
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(state) :: a, b
    a%f(1)%v = x**2
    a%f(2)%v = 1/x
    b = scal(x(1), a)
    y = sum(b%f(1)%v*b%f(2)%v**2)
  end subroutine
end module
