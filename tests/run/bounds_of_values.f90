! Allocatable arrays that take the bounds of what is assigned: values begin at 1, also where their derivative is that of a whole array (`z = u - 2`), and
! whole arrays where they begin, also where they have no derivative.
! head: g(y)/(x)
! inputs: x = 0.3 .. 0.9
! head: m_sums%f(y)/(x)
! inputs: x = 0.3 .. 0.9
module m_sums
  implicit none
  type fld
    real(8), allocatable :: h(:)
  end type
contains
  function add(a, b) result(c)
    type(fld), intent(in) :: a, b
    type(fld) :: c
    c%h = a%h + b%h
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(fld) :: a, b, k
    allocate (a%h(0:4), b%h(0:4), k%h(0:4))
    a%h = 0
    a%h(1:3) = x
    b%h = a%h**2
    k = add(a, b)
    y = sum(k%h(1:3))
  end subroutine
end module

subroutine g(x, y)
  implicit none
  real(8), intent(in) :: x(0:3)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: z(:), u(:)
  allocate (u(-1:2), source=x)
  z = u - 2
  y(1:3) = z(1:3)*u(0:2)
  z = merge(u, 1d0, u > 0)
  y(4) = z(4)*u(-1)
  call passive_first(u, y(4))
contains
  subroutine passive_first(u, s)
    real(8), intent(in) :: u(:)
    real(8), intent(inout) :: s
    real(8), allocatable :: c(:), z(:), c2(:, :), z2(:, :)
    allocate (c(0:3), c2(-1:0, 0:1))
    c = 2
    c2 = 3
    z = c
    z(0) = u(1)*s
    z2 = c2
    z2(-1, 0) = z(0)**2
    s = s + sum(z) + z(0)*z2(-1, 0)
  end subroutine
end subroutine
