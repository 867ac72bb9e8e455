! Components that assignment allocates, and locals that change their shape from turn to turn.
! head: loss(w1 b1 w2 b2 x)\(e)
! inputs: n = 3
! inputs: m = 4
! inputs: w1(4,3) = -1.0 .. 1.0
! inputs: b1(4) = -1.0 .. 1.0
! inputs: w2(3,4) = -1.0 .. 1.0
! inputs: b2(3) = -1.0 .. 1.0
! inputs: x(3) = -1.0 .. 1.0
! inputs: t(3) = -1.0 .. 1.0
module stack
  implicit none
  integer, parameter :: rk = selected_real_kind(15)
  type layer
    real(rk), allocatable :: w(:, :), b(:)
    logical :: smooth = .true.
  end type layer
  type network
    type(layer), allocatable :: layers(:)
  end type network
contains
  subroutine forward(net, x, y)
    type(network), intent(in) :: net
    real(rk), intent(in) :: x(:)
    real(rk), intent(out) :: y(:)
    real(rk), allocatable :: a(:), z(:)
    integer :: l, i
    a = x
    do l = 1, size(net%layers)
      z = net%layers(l)%b
      do i = 1, size(z)
        z(i) = z(i) + sum(net%layers(l)%w(i, :)*a)
      end do
      if (net%layers(l)%smooth) then
        a = tanh(z)
      else
        a = z*z
      end if
    end do
    y = a
  end subroutine forward

  subroutine loss(n, m, w1, b1, w2, b2, x, t, e)
    integer, intent(in) :: n, m
    real(rk), intent(in) :: w1(m, n), b1(m), w2(n, m), b2(n), x(n), t(n)
    real(rk), intent(out) :: e
    type(network) :: net
    real(rk) :: y(n)
    allocate (net%layers(2))
    net%layers(1)%w = w1
    net%layers(1)%b = b1
    net%layers(2)%w = w2
    net%layers(2)%b = b2
    net%layers(2)%smooth = .false.
    call forward(net, x, y)
    e = dot_product(y - t, y - t)
  end subroutine loss
end module stack
