! Private procedures that others call by a public generic name, which their arguments tell apart.
! head: curves%line(y)/(x)
! head: curves%power(y)/(x)
! inputs: n = 3
module curves
  implicit none
  private
  public :: fit, bend
  interface fit
    module procedure line, power
  end interface
  interface bend
    module procedure fit_bend
  end interface
contains
  subroutine line(x, y)
    double precision, intent(in) :: x
    double precision, intent(out) :: y
    y = bend(x)*x
  end subroutine line
  subroutine power(x, n, y)
    double precision, intent(in) :: x
    integer, intent(in) :: n
    double precision, intent(out) :: y
    call fit(x, y)
    y = y*x**n
  end subroutine power
  double precision function fit_bend(x)
    double precision, intent(in) :: x
    fit_bend = sin(x)
  end function fit_bend
end module curves
