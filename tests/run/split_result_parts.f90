! The value of a function in split mode has allocatable components with derivatives and others without: the backward half has neither.
! options: -nocheckpoint ordered -nocheckpoint nested -nocheckpoint powered
! inputs: x(3) = 0.3 .. 0.9
! head: alone(y)/(x)
! head: again(y)/(x)
! head: within(y)/(x)
! head: by_power(y)/(x)
module net_parts
  implicit none
  type :: net_t
    real(8), allocatable :: k(:)
    integer, allocatable :: o(:)
    integer :: m = 1
    real(8) :: w = 0d0
  end type net_t
  type :: pair_t
    type(net_t) :: first
    integer, allocatable :: tag(:)
  end type pair_t
contains
  function ordered(x) result(net)
    real(8), intent(in) :: x(:)
    type(net_t) :: net
    allocate (net%k(size(x)), net%o(3))
    net%o = [3, 1, 2]
    net%k = x*x
  end function ordered

  function nested(x) result(pair)
    real(8), intent(in) :: x(:)
    type(pair_t) :: pair
    allocate (pair%tag(2), pair%first%k(2), pair%first%o(2))
    pair%tag = [2, 1]
    pair%first%o = [1, 2]
    pair%first%k = x(2:3)*x(1)
  end function nested

  ! The backward half needs numbers beside what is allocated.
  function powered(x) result(net)
    real(8), intent(in) :: x(:)
    type(net_t) :: net
    allocate (net%k(size(x)), net%o(1))
    net%o = 1
    net%m = merge(2, 3, x(1) > x(2))
    net%w = sin(x(3))
    net%k = net%w*x**net%m
  end function powered

  subroutine alone(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(net_t) :: net
    net = ordered(x)
    y = sum(net%k(net%o)**2*x)
  end subroutine alone

  subroutine again(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(net_t) :: net
    integer :: i
    y = 0d0
    do i = 1, 2
      net = ordered(x*i)
      y = y + sum(net%k(net%o)**2*x)
    end do
  end subroutine again

  subroutine within(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair_t) :: pair
    pair = nested(x)
    y = product(pair%first%k(pair%tag)) + pair%first%k(pair%first%o(1))**2
  end subroutine within

  subroutine by_power(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(net_t) :: net
    net = powered(x)
    y = sum(net%k*x(net%o(1)))*net%w
  end subroutine by_power
end module net_parts
