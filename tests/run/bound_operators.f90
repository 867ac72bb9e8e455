! Operators and assignment bound to a type.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: v
    real(8) :: a, b
  contains
    procedure, private :: vadd
    procedure, private :: vscale
    procedure, private, pass(r) :: scalev
    generic :: operator(+) => vadd
    generic :: operator(*) => vscale, scalev
    procedure, private :: vassign
    generic :: assignment(=) => vassign
  end type
contains
  elemental function vadd(l, r) result(s)
    class(v), intent(in) :: l
    type(v), intent(in) :: r
    type(v) :: s
    s%a = l%a + r%a
    s%b = l%b + r%b
  end function
  elemental function vscale(l, r) result(s)
    class(v), intent(in) :: l
    real(8), intent(in) :: r
    type(v) :: s
    s%a = l%a*r
    s%b = l%b*r
  end function
  elemental function scalev(l, r) result(s)
    real(8), intent(in) :: l
    class(v), intent(in) :: r
    type(v) :: s
    s%a = l*r%a
    s%b = l*r%b
  end function
  elemental subroutine vassign(l, r)
    class(v), intent(inout) :: l
    real(8), intent(in) :: r
    l%a = r
    l%b = -r
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(v) :: p, q
    p = x(1)
    q = x(2)**2
    p = p + x(3)*q
    p = p*x(1) + q
    y = p%a*p%b
  end subroutine
end module
