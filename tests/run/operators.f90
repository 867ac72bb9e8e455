! Generic names, operators and assignment by interfaces, optional and keyword arguments, procedure pointers, elemental and recursive procedures.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
module m_operators
  implicit none
  type dual
    real(8) :: a, b
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(.of.)
    module procedure at
  end interface
  interface assignment(=)
    module procedure from_real
  end interface
  interface norm
    module procedure norm_dual, norm_array
  end interface
  abstract interface
    real(8) function one_to_one(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  pure type(dual) function add(l, r)
    type(dual), intent(in) :: l, r
    add = dual(l%a + r%a, l%b*r%b)
  end function
  pure real(8) function at(d, t)
    type(dual), intent(in) :: d
    real(8), intent(in) :: t
    at = d%a + d%b*t**2
  end function
  subroutine from_real(d, r)
    type(dual), intent(out) :: d
    real(8), intent(in) :: r
    d%a = r**2
    d%b = sin(r)
  end subroutine
  real(8) function norm_dual(d, scale)
    type(dual), intent(in) :: d
    real(8), intent(in), optional :: scale
    norm_dual = sqrt(d%a**2 + d%b**2)
    if (present(scale)) norm_dual = norm_dual*scale
  end function
  real(8) function norm_array(v, scale)
    real(8), intent(in) :: v(:)
    real(8), intent(in), optional :: scale
    norm_array = sqrt(sum(v**2))
    if (present(scale)) norm_array = norm_array/scale
  end function
  recursive real(8) function nested(t, depth) result(r)
    real(8), intent(in) :: t
    integer, intent(in) :: depth
    r = t
    if (depth > 0) r = sqrt(t + nested(t*r, depth - 1))
  end function
  real(8) function cube(t)
    real(8), intent(in) :: t
    cube = t**3
  end function
end module m_operators
subroutine top(x, y)
  use m_operators
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(dual) :: d, e
  d = x(1)
  e = x(2)*x(3)
  d = d + e
  y = (d .of. x(2)) + norm(d) + norm(scale=x(1), d=e) + norm(x, 2.0d0) + norm(v=x)
  y = y + nested(x(1), 3) + applied(cube, x(2))
contains
  real(8) function applied(f, t)
    procedure(one_to_one) :: f
    real(8), intent(in) :: t
    applied = f(f(t))*x(3)
  end function
end subroutine top
