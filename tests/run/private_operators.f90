! Bound operators with PRIVATE specifics: nested operands.
! head: f(a)\(y)
module dual_m
  implicit none
  private
  type, public :: dual
    real(8) :: v = 0, d = 0
  contains
    procedure, private :: add_dd
    generic, public :: operator(+) => add_dd
    procedure, private :: powi
    generic, public :: operator(**) => powi
  end type
contains
  elemental function add_dd(x, y) result(z)
    class(dual), intent(in) :: x
    type(dual), intent(in) :: y
    type(dual) :: z
    z = dual(x%v + y%v, x%d + y%d)
  end function
  elemental recursive function powi(x, n) result(z)
    class(dual), intent(in) :: x
    integer, intent(in) :: n
    type(dual) :: z
    z = dual(x%v**n, n*x%v**(n-1)*x%d)
  end function
end module
module m
  use dual_m
  implicit none
contains
  subroutine f(a, y)
    real(8), intent(in) :: a
    real(8), intent(out) :: y
    type(dual) :: z, w
    w = dual(a, 1.0d0)
    z = g(w)
    y = z%d
  end subroutine
  function g(x) result(r)
    type(dual), intent(in) :: x
    type(dual) :: r
    r = x**3 + x
  end function
end module
