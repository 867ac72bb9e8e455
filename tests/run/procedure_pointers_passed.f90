! Procedure pointers that are passed for dummy procedures: to internal procedures and to those of modules, one of several, components, two at once, of a
! module that another procedure associates, for an OPTIONAL dummy.
! head: m_rules%head(x, p)\(y)
! inputs: x = 0.3 .. 0.9
! inputs: p = 0.5 .. 1.5
! head: m_rules%inside(x, p)\(y)
! inputs: x = 0.3 .. 0.9
! inputs: p = 0.5 .. 1.5
! head: m_rules%chosen_before(kind, x)\(y)
! inputs: kind = 2
! inputs: x = 0.3 .. 0.9
module m_rules
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
  procedure(curve), pointer :: chosen => null()
contains
  function total(f, a, b) result(s)
    procedure(curve) :: f
    real(8), intent(in) :: a, b
    real(8) :: s
    s = (b - a)/6*(f(a) + 4*f(0.5d0*(a + b)) + f(b))
  end function total
  subroutine both(f, x, g, y)
    procedure(curve) :: f, g
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = y + f(g(x))*y
  end subroutine both
  function steep(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**3 + x
  end function steep
  function flat(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = sin(x)
  end function flat
  subroutine head(x, p, y)
    real(8), intent(in) :: x(3), p
    real(8), intent(out) :: y
    type(law) :: own(2)
    procedure(curve), pointer :: g
    integer :: i
    own(1)%f => flat
    own(2)%f => steep
    y = 0
    do i = 1, 3
      if (x(i) > 0.6d0) then
        g => steep
      else
        g => own(1)%f
      end if
      if (x(i) > 0.5d0) y = y + total(g, x(i), p)
      call both(g, x(i), own(mod(i, 2) + 1)%f, y)
    end do
  end subroutine head
  subroutine inside(x, p, y)
    real(8), intent(in) :: x(3), p
    real(8), intent(out) :: y
    procedure(curve), pointer :: g
    g => bend
    y = total(g, x(1), x(2))
    if (total(g, x(1), p) > 0.4d0) then
      call both(g, x(3), flat, y)
    end if
  contains
    function bend(x) result(z)
      real(8), intent(in) :: x
      real(8) :: z
      z = cos(x*p)
    end function bend
  end subroutine inside
  subroutine choose(kind)
    integer, intent(in) :: kind
    select case (kind)
    case (1)
      chosen => flat
    case default
      chosen => steep
    end select
  end subroutine choose
  function maybe(a, f, gain) result(s)
    procedure(curve), optional :: f
    real(8), intent(in) :: a, gain
    real(8) :: s
    s = a*gain
    if (present(f)) s = s*f(a)
  end function maybe
  subroutine chosen_before(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call choose(kind)
    y = maybe(x, chosen, 2*x)
    y = y + total(chosen, x, 1.5d0)*chosen(x)
  end subroutine chosen_before
end module m_rules
