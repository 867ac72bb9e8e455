! head: head(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module phi
  implicit none
  private
  public :: head
  abstract interface
    real(8) function law(v)
      real(8), intent(in) :: v
    end function law
  end interface
  type, public :: closure
    private
    procedure(law), pointer, nopass :: f => null()
    real(8) :: c = 1d0
  end type closure
  type, extends(closure) :: wider
    real(8) :: d = 2d0
  end type wider
contains
  real(8) function square(v)
    real(8), intent(in) :: v
    square = v*v
  end function square
  real(8) function wave(v)
    real(8), intent(in) :: v
    wave = sin(v)
  end function wave
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(closure) :: a
    type(wider) :: b
    a%f => square
    b%f => wave
    a%c = x(1)
    b%d = x(2)
    y = a%f(a%c) + b%f(b%d)*x(3)
    if (y > 1d0) b%f => square
    y = y*b%f(x(3)*b%c)
  end subroutine head
end module phi
