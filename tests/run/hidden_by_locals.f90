! Procedures that are handed to one with a local variable of their name.
! head: work(a)\(w)
! inputs: a = 0.3 .. 0.9
module quadrature
  implicit none
  integer, parameter :: dp = kind(1d0)
  abstract interface
    function func(x) result(y)
      import dp
      real(dp), intent(in) :: x
      real(dp) :: y
    end function func
  end interface
contains
  recursive function integrate(f, a, b) result(s)
    procedure(func) :: f
    real(dp), intent(in) :: a, b
    real(dp) :: s, h, h0
    integer :: i
    h = (b - a)/3
    s = 0
    do i = 1, 3
      h0 = a + (i - 0.5_dp)*h
      s = s + f(h0)**2
    end do
    s = h*s
  end function integrate
end module quadrature
subroutine work(a, w)
  use quadrature
  implicit none
  real(dp), intent(in) :: a
  real(dp), intent(out) :: w
  w = integrate(g, a, 1.0_dp) + integrate(h, 0.0_dp, a)
contains
  function g(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = integrate(h, 0.0_dp, x)*a
  end function g
  function h(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = 1/(1 + a*x*x)
  end function h
end subroutine work
