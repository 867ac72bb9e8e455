! Components that the called procedure allocates: their derivatives are not there before.
! head: f(x)\(y)
module m
  implicit none
  type :: law
    real(8) :: slope = 2
  end type
  type :: holder
    type(law), allocatable :: l
    real(8) :: z = 0
  end type
contains
  subroutine set(h, l)
    type(holder), intent(inout) :: h
    type(law), intent(in) :: l
    allocate(h%l)
    h%l%slope = l%slope
    h%z = 2*l%slope
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(holder) :: a, b
    type(law) :: lin
    lin%slope = x**2
    call set(a, lin)
    lin%slope = 3
    call set(b, lin)
    lin%slope = b%l%slope
    y = a%l%slope*b%z + lin%slope
  end subroutine
end module
