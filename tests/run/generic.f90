! Generic names, defined operators and defined assignment, on structures.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  interface norm
    module procedure norm1, norm2d
  end interface
  type :: pair
    real(8) :: a, b
  end type
  interface operator(*)
    module procedure mulp, mulr
  end interface
  interface assignment(=)
    module procedure from_real
  end interface
contains
  real(8) function norm1(v)
    real(8), intent(in) :: v(:)
    norm1 = sum(v**2)
  end function
  real(8) function norm2d(v)
    real(8), intent(in) :: v(:, :)
    norm2d = sqrt(sum(v**2))
  end function
  elemental function mulp(a, b) result(c)
    type(pair), intent(in) :: a, b
    type(pair) :: c
    c%a = a%a*b%a
    c%b = a%b + b%b
  end function
  elemental function mulr(s, b) result(c)
    real(8), intent(in) :: s
    type(pair), intent(in) :: b
    type(pair) :: c
    c%a = s*b%a
    c%b = s*b%b
  end function
  elemental subroutine from_real(p, r)
    type(pair), intent(out) :: p
    real(8), intent(in) :: r
    p%a = r
    p%b = r**2
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(pair) :: p, q
    p = x(1)
    q = x(2)*x(3)
    p = p*q
    q = x(2)*p
    y = norm(x) + norm(spread(x, 1, 2)) + p%a*q%b + q%a*p%b
  end subroutine
end module
