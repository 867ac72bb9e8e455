! A pointer in a structure that a function gives back.
! head: f(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
module g3
  implicit none
  type view
    real(8), pointer :: p(:) => null()
    integer :: off = 0
  end type
  real(8), target, save :: big(4)
contains
  function window(i) result(v)
    integer, intent(in) :: i
    type(view) :: v
    v%p => big(i:i+1)
    v%off = i
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(view) :: a
    big = [x, x*x(1)]
    a = window(2)
    a%p = a%p*x(2)
    y(1) = sum(big)
    y(2) = a%p(1)
  end subroutine
end module
