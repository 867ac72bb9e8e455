! Dummy procedures in calls that leave out an OPTIONAL argument in the middle, or hand arguments over by name.
! head: roots%find(y)/(a)
! inputs: a(3) = 0.5 .. 1

module roots

  implicit none

  type options
    real(8) :: damping = 1
    integer :: turns = 6
  end type options

  abstract interface
    real(8) function residual(x, c)
      real(8), intent(in) :: x, c
    end function residual
  end interface

contains

  real(8) function cubic(x, c)
    real(8), intent(in) :: x, c
    cubic = x**3 + x - c
  end function cubic

  real(8) function slope(x, c)
    real(8), intent(in) :: x, c
    slope = 3*x**2 + 1 + 0*c
  end function slope

  subroutine newton(f, x, c, given, df, last)
    procedure(residual) :: f
    real(8), intent(inout) :: x
    real(8), intent(in) :: c
    type(options), intent(in), optional :: given
    procedure(residual), optional :: df
    real(8), intent(out), optional :: last
    type(options) :: o
    real(8) :: step
    integer :: it
    if (present(given)) o = given
    step = 0
    do it = 1, o%turns
      if (present(df)) then
        step = o%damping*f(x, c)/df(x, c)
      else
        step = 0.2d0*f(x, c)
      end if
      x = x - step
    end do
    if (present(last)) last = step
  end subroutine newton

  subroutine find(a, y)
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: y
    real(8) :: x, step
    x = 1
    call newton(cubic, x, a(1), df=slope, last=step)
    y = x*step
    call newton(cubic, x, last=step, c=a(2))
    y = y + step*x
    call newton(cubic, x, a(3), options(0.5d0, 3), last=step)
    y = y + step*x**2
    call newton(f=cubic, c=y, x=x)
    y = y*x
  end subroutine find

end module roots
