! Procedure pointers to internal procedures, called where these are known: one, one of two, a component, from another internal procedure.
! head: m_curves%head(p)\(y)
! inputs: p = 0.3 .. 0.9
module m_curves
  implicit none
  abstract interface
    function curve(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function curve
  end interface
  type :: law
    procedure(curve), pointer, nopass :: f => null()
    real(8) :: gain = 1
  end type law
contains
  subroutine head(p, y)
    real(8), intent(in) :: p(3)
    real(8), intent(out) :: y
    procedure(curve), pointer :: one, either
    type(law) :: own
    integer :: i
    one => bend
    y = one(p(1))*one(p(2)*p(3))
    do i = 1, 3
      if (p(i) > 0.6d0) then
        either => bend
      else
        either => wave
      end if
      y = y + either(p(i))*turned(p(2))
    end do
    own%f => wave
    own%gain = p(2)
    y = y + own%f(p(1))*own%gain
  contains
    function bend(x) result(z)
      real(8), intent(in) :: x
      real(8) :: z
      z = cos(x*p(2))
    end function bend
    function wave(x) result(z)
      real(8), intent(in) :: x
      real(8) :: z
      z = x*sin(p(3)*x)
    end function wave
    function turned(x) result(z)
      real(8), intent(in) :: x
      real(8) :: z
      z = either(x*x) + x
    end function turned
  end subroutine head
end module m_curves
