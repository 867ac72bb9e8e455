! An internal procedure as an actual argument.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
contains
  real(8) function quad(g, a, b)
    interface
      real(8) function g(t)
        real(8), intent(in) :: t
      end function
    end interface
    real(8), intent(in) :: a, b
    quad = (b-a)*(g(a) + 4*g(0.5d0*(a+b)) + g(b))/6
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = quad(h, x(1), x(2))
  contains
    real(8) function h(t)
      real(8), intent(in) :: t
      h = x(3)*t**3
    end function
  end subroutine
end module
