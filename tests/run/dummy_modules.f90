! Dummy procedures of another module than the procedures passed; recursion of what gets them.
! head: user%f(x k)\(y)
! inputs: n = 3
! inputs: k = 0.5 .. 1.5
module kinds
  implicit none
  integer, parameter :: dp = kind(1.0d0)
end module
module quadrature
  use kinds
  implicit none
  abstract interface
    real(dp) function integrand(t)
      import :: dp
      real(dp), intent(in) :: t
    end function
  end interface
contains
  recursive function simpson(g, a, b, depth) result(s)
    procedure(integrand) :: g
    real(dp), intent(in) :: a, b
    integer, intent(in) :: depth
    real(dp) :: s, m
    m = 0.5_dp*(a + b)
    if (depth == 0) then
      s = (b - a)/6.0_dp*(g(a) + 4.0_dp*g(m) + g(b))
    else
      s = simpson(g, a, m, depth - 1) + simpson(g, m, b, depth - 1)
    end if
  end function
end module
module user
  use kinds
  use quadrature
  implicit none
  real(dp) :: k = 1.0_dp
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    y = simpson(bell, x(1), x(2), 2)*simpson(wave, 0.0_dp, x(3), 1)
  end subroutine
  real(dp) function bell(t)
    real(dp), intent(in) :: t
    bell = exp(-k*t**2)
  end function
  real(dp) function wave(t)
    real(dp), intent(in) :: t
    wave = sin(k*t) + t
  end function
end module
