! head: head(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: compared(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! head: by_value(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! Operators and assignment whose procedures are PRIVATE: users of the module can mean them by their signs only.
module private_operators_numbers
  implicit none
  private
  public :: dual, operator(+), operator(-), operator(.cross.), operator(<), assignment(=), make, start, operator(*)
  type dual
    real(8) :: a = 0d0, b = 0d0
  end type dual
  interface operator(+)
    module procedure plus
  end interface
  interface operator(-)
    module procedure minus, negative
  end interface
  interface operator(*)
    module procedure times, scaled
  end interface
  interface operator(.cross.)
    module procedure cross
  end interface
  interface operator(<)
    module procedure less
  end interface
  interface assignment(=)
    module procedure from_real, to_real
  end interface
  real(8) :: hidden = 2d0
contains
  pure function plus(l, r) result(v)
    type(dual), intent(in) :: l, r
    type(dual) :: v
    v%a = l%a + r%a
    v%b = l%b + r%b
  end function plus
  pure function minus(l, r) result(v)
    type(dual), intent(in) :: l, r
    type(dual) :: v
    v%a = l%a - r%a
    v%b = l%b - r%b
  end function minus
  pure function negative(r) result(v)
    type(dual), intent(in) :: r
    type(dual) :: v
    v%a = -r%a
    v%b = -r%b
  end function negative
  pure function times(l, r) result(v)
    type(dual), intent(in) :: l, r
    type(dual) :: v
    v%a = l%a*r%a
    v%b = l%a*r%b + l%b*r%a
  end function times
  pure function scaled(l, r) result(v)
    real(8), intent(in) :: l
    type(dual), intent(in) :: r
    type(dual) :: v
    v%a = l*r%a
    v%b = l*r%b
  end function scaled
  pure real(8) function cross(l, r)
    type(dual), intent(in) :: l, r
    cross = l%a*r%b - sin(l%b)*r%a
  end function cross
  pure logical function less(l, r)
    type(dual), intent(in) :: l, r
    less = l%a < r%a
  end function less
  pure subroutine from_real(v, r)
    type(dual), intent(out) :: v
    real(8), intent(in) :: r
    v%a = r
    v%b = r*r
  end subroutine from_real
  pure subroutine to_real(r, v)
    real(8), intent(out) :: r
    type(dual), intent(in) :: v
    r = v%a*v%b
  end subroutine to_real
  function make(a, b) result(v)
    real(8), intent(in) :: a, b
    type(dual) :: v
    v = dual(a*hidden, b)
  end function make
  subroutine start(h)
    real(8), intent(in) :: h
    hidden = h*h
  end subroutine start
end module private_operators_numbers

module private_operators
  use private_operators_numbers
  implicit none
  private
  public :: head, compared, by_value
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(dual) :: p, q
    call start(x(3))
    p = make(x(1), 1d0)
    q = make(x(2), 0.5d0)
    p = p*q + 2d0*p
    p = x(1)*p*q - (-q)
    y = p%a + p%b*(p .cross. q + p)
  end subroutine head

  subroutine compared(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(dual) :: p, q
    integer :: k
    p = x(1)
    q = x(2)*x(3)
    do k = 1, 3
      if (p < q) then
        p = p + q
      else
        q = p*q
      end if
    end do
    y = p - q
    q = y
    y = y + (q .cross. p)
  end subroutine compared

  subroutine by_value(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(dual) :: p(2), q
    p(1) = dual(x(1), x(2))
    p(2) = p(1)*dual(x(3), 1d0)
    q = p(1) + p(2)*p(2)
    call twice(q)
    y = q
  contains
    subroutine twice(v)
      type(dual), intent(inout) :: v
      v = v + v*p(2)
      v = 2d0*v
    end subroutine twice
  end subroutine by_value
end module private_operators
