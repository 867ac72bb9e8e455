! Procedure components that are set from dummy procedures: handed on, optional, from another module, and again from a pointer.
! head: model%steady(p)\(y)
! inputs: p = 0.3 .. 0.6
! head: model%choice(p, x)\(y)
! inputs: p = 0.3 .. 0.6
! inputs: x = 0.5 .. 1.5
! inputs: other = .true.
! head: model%choice(p, x)\(y)
! inputs: p = 0.3 .. 0.6
! inputs: x = 0.5 .. 1.5
! inputs: other = .false.
module finders
  implicit none
  private
  public :: finder, slope, setting

  type :: finder
    private
    procedure(residual), pointer :: f => null()
    procedure(slope), pointer, nopass :: df => null()
    integer :: calls = 0
  contains
    procedure, public :: set
    procedure, public :: find
  end type finder

  type :: setting
    procedure(slope), pointer, nopass :: value => null()
  end type setting

  abstract interface
    function residual(me, x) result(f)
      import :: finder
      class(finder), intent(inout) :: me
      real(8), intent(in) :: x
      real(8) :: f
    end function residual

    pure function slope(x) result(f)
      real(8), intent(in) :: x
      real(8) :: f
    end function slope
  end interface

contains

  subroutine set(me, f, df)
    class(finder), intent(out) :: me
    procedure(residual) :: f
    procedure(slope), optional :: df
    me%f => f
    me%calls = 0
    if (present(df)) call take(me, df)
  end subroutine set

  subroutine take(me, given)
    class(finder), intent(inout) :: me
    procedure(slope) :: given
    me%df => given
  end subroutine take

  subroutine find(me, start, x)
    class(finder), intent(inout) :: me
    real(8), intent(in) :: start
    real(8), intent(out) :: x
    real(8) :: r
    integer :: k
    x = start
    do k = 1, 4
      r = me%f(x)
      if (associated(me%df)) then
        x = x - r/me%df(x)
      else
        x = x - 0.8d0*r
      end if
    end do
  end subroutine find
end module finders

module model
  use finders, only: finder, setting
  implicit none
  private
  public :: steady, choice
  real(8) :: par

contains

  function kepler(me, x) result(f)
    class(finder), intent(inout) :: me
    real(8), intent(in) :: x
    real(8) :: f
    f = x - par*sin(x) - 1.0d0
  end function kepler

  pure function kepler_slope(x) result(f)
    real(8), intent(in) :: x
    real(8) :: f
    f = 1.1d0 - 0.4d0*cos(x)
  end function kepler_slope

  pure function square(x) result(f)
    real(8), intent(in) :: x
    real(8) :: f
    f = x*x + 1.0d0
  end function square

  subroutine steady(p, y)
    real(8), intent(in) :: p
    real(8), intent(out) :: y
    type(finder) :: one, two
    real(8) :: x
    par = p
    call one%set(kepler)
    call two%set(kepler, kepler_slope)
    call one%find(1.0d0, x)
    call two%find(x, y)
    y = x*y
  end subroutine steady

  subroutine link(s, value)
    type(setting), intent(inout) :: s
    procedure(square) :: value
    s%value => value
  end subroutine link

  subroutine choice(p, x, other, y)
    real(8), intent(in) :: p, x
    logical, intent(in) :: other
    real(8), intent(out) :: y
    type(setting) :: s(2)
    integer :: k
    call link(s(1), square)
    if (other) then
      call link(s(2), kepler_slope)
    else
      call link(s(2), s(1)%value)
    end if
    y = x
    do k = 1, 2
      y = p*s(k)%value(y)
    end do
  end subroutine choice
end module model
