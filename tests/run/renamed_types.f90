! Types, kinds and procedures that USE renames: what extends them, asks for them, points to them and declares temporaries says the name that is known.
! head: m%f(y)/(x)
! inputs: x = 0.6 .. 1.4
module shapes
  implicit none
  integer, parameter :: wp = kind(1d0)
  type shape_t
    real(wp) :: r = 1
  end type shape_t
  abstract interface
    function law(x) result(y)
      import :: wp
      real(wp), intent(in) :: x
      real(wp) :: y
    end function law
    function law8(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function law8
  end interface
contains
  subroutine grow(s, x)
    class(shape_t), intent(inout) :: s
    real(wp), intent(in) :: x
    s%r = s%r*x
  end subroutine grow
  function squared(x) result(y)
    real(wp), intent(in) :: x
    real(wp) :: y
    y = x**2
  end function squared
  function cubed(x) result(y)
    real(wp), intent(in) :: x
    real(wp) :: y
    y = x**3
  end function cubed
end module shapes
module m
  use shapes, only: rk => wp, base => shape_t, grow, law, law8, squared, cube => cubed
  implicit none
  type, extends(base) :: disc
    real(rk) :: h = 2
  end type disc
  type box
    procedure(law8), pointer, nopass :: p => null()
  end type box
contains
  function applied(g, x) result(y)
    procedure(law) :: g
    real(rk), intent(in) :: x
    real(rk) :: y
    y = g(x)*x
  end function applied
  function made(x) result(s)
    real(rk), intent(in) :: x
    type(base) :: s
    s = base(x*x)
  end function made
  subroutine f(x, y)
    real(rk), intent(in) :: x
    real(rk), intent(out) :: y
    class(base), allocatable :: p
    type(base) :: q
    type(box) :: b
    allocate (disc :: p)
    p%r = x
    call grow(p, x)
    q = made(x)
    b%p => cube
    y = applied(squared, x)*q%r + b%p(x)
    select type (p)
    type is (disc)
      y = y*p%r*p%h
      p%h = x
    class is (base)
      y = y + p%r
    end select
  end subroutine f
end module m
