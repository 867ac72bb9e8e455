! A list of variables, walked recursively.
! head: f(x)\(y)
! inputs: n = 3
! a list of separately declared targets, summed recursively and in a loop
module lists
  implicit none
  type :: item
    real(8) :: v
    type(item), pointer :: next => null()
  end type
contains
  recursive function total(a) result(t)
    type(item), intent(in) :: a
    real(8) :: t
    t = a%v**2
    if (associated(a%next)) t = t + total(a%next)*a%v
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(item), target :: a, b, c
    a%v = 2d0
    b%v = x(1)*x(2)
    c%v = x(3)
    a%next => b
    b%next => c
    y = total(a)
  end subroutine
end module
