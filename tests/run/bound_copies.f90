! Assignment bound to a type, for objects of the type too: it copies them, component by component.
! inputs: n = 5
! inputs: x = 0.1 .. 0.9
! head: f(x)\(y)
! wrong printed: printed again it differs
module bound_assign
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: field
    real(dp), allocatable :: v(:)
    integer :: n = 0
  contains
    procedure, private :: assign_field, assign_scalar, assign_array
    generic :: assignment(=) => assign_field, assign_scalar, assign_array
    procedure, private :: add_ff
    generic :: operator(+) => add_ff
    procedure, private, pass(b) :: mulr => mul_rf
    generic :: operator(*) => mulr
    procedure :: lap
  end type
contains
  subroutine assign_field(lhs, rhs)
    class(field), intent(inout) :: lhs
    type(field), intent(in) :: rhs
    lhs%n = rhs%n
    lhs%v = rhs%v
  end subroutine
  subroutine assign_scalar(lhs, rhs)
    class(field), intent(inout) :: lhs
    real(dp), intent(in) :: rhs
    lhs%v(:) = rhs
  end subroutine
  subroutine assign_array(lhs, rhs)
    class(field), intent(inout) :: lhs
    real(dp), intent(in) :: rhs(:)
    lhs%v = rhs
    lhs%n = size(rhs)
  end subroutine
  function add_ff(a, b) result(c)
    class(field), intent(in) :: a, b
    type(field) :: c
    c%n = a%n
    c%v = a%v + b%v
  end function
  function mul_rf(s, b) result(c)
    real(dp), intent(in) :: s
    class(field), intent(in) :: b
    type(field) :: c
    c%n = b%n
    c%v = s*b%v
  end function
  function lap(a) result(c)
    class(field), intent(in) :: a
    type(field) :: c
    integer :: i
    c%n = a%n
    allocate (c%v(a%n))
    c%v(1) = 0; c%v(a%n) = 0
    do i = 2, a%n - 1
      c%v(i) = a%v(i-1) - 2*a%v(i) + a%v(i+1) + 0.1_dp*a%v(i)**2
    end do
  end function
end module
subroutine f(n, x, y)
  use bound_assign
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: y(n)
  type(field) :: t, k1, k2
  integer :: it
  t = x
  do it = 1, 3
    k1 = t%lap()
    k2 = t + 0.05_dp*k1
    k2 = k2%lap()
    t = t + 0.05_dp*(k1 + k2)
  end do
  y = t%v
end subroutine
