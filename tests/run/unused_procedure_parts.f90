! A procedure pointer in the options of a solver, which nobody sets or calls: a procedure in split mode keeps the rest of them.
! head: search%find(y)/(a)
! inputs: a(3) = 0.5 .. 1

module search

  implicit none

  type options
    real(8) :: tolerance = 1d-9, damping = 1
    integer :: turns = 20
    procedure(residual), pointer, nopass :: precondition => null()
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

  subroutine newton(f, df, x, c, given, history)
    procedure(residual) :: f, df
    real(8), intent(inout) :: x
    real(8), intent(in) :: c
    type(options), intent(in), optional :: given
    real(8), allocatable, intent(out) :: history(:)
    type(options) :: o
    real(8), allocatable :: steps(:)
    real(8) :: step
    integer :: it
    if (present(given)) o = given
    allocate (steps(0))
    do it = 1, o%turns
      step = o%damping*f(x, c)/df(x, c)
      x = x - step
      steps = [steps, step]
      if (abs(step) < o%tolerance) exit
    end do
    call move_alloc(steps, history)
  end subroutine newton

  subroutine find(a, y)
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: y
    real(8), allocatable :: h(:)
    real(8) :: x
    integer :: i
    y = 0
    do i = 1, 3
      x = 1
      call newton(cubic, slope, x, a(i), options(turns=12, damping=0.9d0), h)
      y = y + i*x**2 + h(1)*h(2)
      call newton(cubic, slope, x, y, options(), h)
      y = y*x
    end do
  end subroutine find

end module search
