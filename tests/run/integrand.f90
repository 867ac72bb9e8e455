! A quadrature rule that gets its integrand.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  abstract interface
    real(8) function fun(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  real(8) function sq(t)
    real(8), intent(in) :: t
    sq = t*t
  end function
  real(8) function cu(t)
    real(8), intent(in) :: t
    cu = t**3
  end function
  real(8) function integrate(g, a, b)
    procedure(fun) :: g
    real(8), intent(in) :: a, b
    integrate = (b - a)/6.0d0*(g(a) + 4.0d0*g(0.5d0*(a + b)) + g(b))
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = integrate(sq, x(1), x(2)) + integrate(cu, 0.0d0, x(3))
  end subroutine
end module
