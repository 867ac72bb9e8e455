! A library that has its kind from an intrinsic module, by another name, and calls functions of a program that has a kind of its own by that name: the copy
! of the library's procedure stands with the program's function and brings the library's kind.
! head: integral(p)\(y)
! inputs: p = 0.5 .. 1.5
module kinds_of_all
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: dp
end module

module rules
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use kinds_of_all
  implicit none
  private
  real(wp), parameter :: half = 0.5_wp

  abstract interface
    function integrand(x)
      import :: wp
      real(wp), intent(in) :: x
      real(wp) :: integrand
    end function
  end interface

  public :: trapezium, midpoint

contains

  subroutine trapezium(f, a, b, n, y)
    procedure(integrand) :: f
    real(wp), intent(in) :: a, b
    integer, intent(in) :: n
    real(wp), intent(out) :: y
    real(wp) :: h
    integer :: i
    h = (b - a)/real(n, wp)
    y = half*(f(a) + f(b))
    do i = 1, n - 1
      y = y + f(a + real(i, wp)*h)
    end do
    y = h*y
  end subroutine

  subroutine midpoint(f, a, b, y)
    procedure(integrand) :: f
    real(dp), intent(in) :: a, b
    real(dp), intent(out) :: y
    y = (b - a)*f(0.5_dp*(a + b))
  end subroutine

end module

module decay
  use rules, only: trapezium, midpoint
  implicit none
  integer, parameter :: wp = kind(1.d0), dp = 4
  real(wp) :: rate = 1.0_wp
  real(dp) :: single = 1.0_dp

contains

  function activity(x)
    real(wp), intent(in) :: x
    real(wp) :: activity
    activity = exp(-rate*x)
  end function

  subroutine integral(p, y)
    real(wp), intent(in) :: p
    real(wp), intent(out) :: y
    real(wp) :: rest
    rate = p
    call trapezium(activity, 0.0_wp, 2.0_wp, 4, y)
    call midpoint(activity, 2.0_wp, 2.0_wp + p, rest)
    y = y + rest
  end subroutine

end module
