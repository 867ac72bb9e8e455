! Generics whose specifics differ by a dummy procedure, absent in one call, handed over in another, optional in a third.
! head: stepping%advance(x)\(y)
! inputs: x = 0.5 .. 1.5
module stepping
  implicit none
  private
  public :: advance

  interface step
    module procedure plain, with_rate
  end interface step

  type :: walker
    real(8) :: scale = 1.5d0
  contains
    procedure, private :: go_plain, go_rate
    generic :: go => go_plain, go_rate
  end type walker

  abstract interface
    real(8) function rate(r)
      real(8), intent(in) :: r
    end function rate
  end interface

contains

  real(8) function plain(u)
    real(8), intent(in) :: u
    plain = step(u, square) + u
  end function plain

  real(8) function with_rate(u, p)
    real(8), intent(in) :: u
    procedure(rate) :: p
    with_rate = u*p(u)
  end function with_rate

  real(8) function go_plain(w, u)
    class(walker), intent(in) :: w
    real(8), intent(in) :: u
    go_plain = w%go(u, sine)
  end function go_plain

  real(8) function go_rate(w, u, p)
    class(walker), intent(in) :: w
    real(8), intent(in) :: u
    procedure(rate) :: p
    go_rate = w%scale*p(u)
  end function go_rate

  real(8) function square(r)
    real(8), intent(in) :: r
    square = r*r
  end function square

  real(8) function sine(r)
    real(8), intent(in) :: r
    sine = sin(r)
  end function sine

  subroutine advance(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(walker) :: w
    y = step(x)
    y = w%go(y) + step(x, sine)
  end subroutine advance
end module stepping
