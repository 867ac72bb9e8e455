! Values of elemental functions that go to allocatable components, to pointers, to more elements than there are values, and to what has no derivative.
! head: components(y)/(x z)
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.5
! inputs: z(2,2) = 0.5 .. 1.5
! head: spread_out(y)/(x)
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.5
! head: unasked(y)/(x)
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.5
module elemental_components
  implicit none
  type layer
    real(8), allocatable :: y(:)
    real(8), allocatable :: w(:, :)
    real(8), pointer :: to(:) => null()
  end type layer
  type pair
    real(8) :: u = 0, v = 0
  end type pair
  type pairs
    type(pair), allocatable :: q(:)
    type(layer) :: inner
  end type pairs
contains
  elemental function act(s) result(a)
    real(8), intent(in) :: s
    real(8) :: a
    a = tanh(s)
  end function act
  elemental function times(s, t) result(a)
    real(8), intent(in) :: s, t
    real(8) :: a
    a = s * t**2
  end function times
  elemental function both(s, t) result(p)
    real(8), intent(in) :: s, t
    type(pair) :: p
    p%u = s * t
    p%v = s**2
  end function both
  elemental real(8) function product_of(p)
    type(pair), intent(in) :: p
    product_of = p%u * p%v
  end function product_of
  subroutine components(n, x, z, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), z(2, 2)
    real(8), intent(out) :: y(n)
    type(layer) :: c
    type(pairs) :: s
    real(8), target :: room(n)
    c%y = act(x)
    c%w = times(z, x(1))
    y = c%y**2 + c%w(1, 2) * c%w(2, 1)
    s%q = both(x, x(2))
    y = y + product_of(s%q)
    s%inner%y = times(x(1:2), x(n))
    y = y * s%inner%y(2)
    c%to => room
    c%to = act(x)
    y = y + room**2
  end subroutine components
  subroutine spread_out(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(layer) :: c
    real(8), allocatable :: plain(:)
    allocate (c%y(n))
    c%y = act(x(2))
    y = sum(c%y)
    c%y = x
    c%y = act(c%y(2))
    plain = act(x)
    plain = act(x(1))
    y = y + c%y(1) * c%y(n) + plain(n)
  end subroutine spread_out
  subroutine unasked(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(layer) :: c
    c%y = act(x)
    y = x(1)**2
    if (c%y(1) > 2) y = 3 * y
  end subroutine unasked
end module elemental_components
