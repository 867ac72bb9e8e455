! Procedures of a module passed to internal procedures that use variables of their host.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
module m_curves
  implicit none
contains
  real(8) function cube(t)
    real(8), intent(in) :: t
    cube = t**3
  end function cube
  real(8) function wave(t)
    real(8), intent(in) :: t
    wave = sin(t)*t
  end function wave
end module m_curves
subroutine top(x, y)
  use m_curves
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  y = applied(cube, x(2)) + applied(wave, x(1)) + applied(own, x(3))
contains
  real(8) function applied(f, t)
    interface
      real(8) function f(t)
        real(8), intent(in) :: t
      end function f
    end interface
    real(8), intent(in) :: t
    applied = f(f(t)*x(1))*x(3)
  end function applied
  real(8) function own(t)
    real(8), intent(in) :: t
    own = t*x(2)
  end function own
end subroutine top
