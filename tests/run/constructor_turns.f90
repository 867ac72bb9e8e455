! Array constructors whose items are computed by statements: function calls and reductions, by themselves and in implied loops.
! head: profile(y)/(a c)
! inputs: n = 3
! inputs: c = 0.5 .. 1.5
module response
  implicit none
  integer, parameter :: dp = kind(1d0)
  type probe
    real(dp) :: at, gain
    integer :: channel
  end type
contains
  real(dp) function damped(x, rate)
    real(dp), intent(in) :: x, rate
    damped = exp(-rate*x)*x
  end function
  function spread_out(x, n) result(s)
    real(dp), intent(in) :: x
    integer, intent(in) :: n
    real(dp) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = sin(i*x)
    end do
  end function
end module
subroutine profile(n, a, c, y)
  use response
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: a, c(n)
  real(dp), intent(out) :: y(9)
  real(dp) :: m(n, n), v(n), total
  real(dp), allocatable :: w(:)
  type(probe) :: p(n)
  type(probe), allocatable :: q(:)
  integer :: i, j, last
  do i = 1, n
    m(:, i) = c*a**i + i
  end do
  last = n
  y = 0
  y(1:3) = [a, a + maxval(c), product(c)]
  v = [damped(a, c(1)), (damped(c(i), a)*i, i = n, 2, -1)]
  y(4) = sum(v*[(i, i = 1, n)])
  ! Extents that change, several items in a turn, loops in loops.
  do last = 2, n
    w = [c(1), (damped(c(i), a), m(i, 1), i = 1, last), maxval(m(:, last))]
    y(5) = y(5) + sum(w**2) + size(w)
  end do
  y(6) = sum(matmul(reshape([((damped(m(i, j), a), i = 1, n), j = 1, n)], [n, n]), c))
  y(7) = dot_product([(maxval(m(:, i))*minval(m(i, :)), i = 1, n)], [(product(m(1:i, i)), i = 1, n)])
  v = [(sum([(damped(c(j), c(i)), j = 1, i)]), i = 1, n)] + [(sum(spread_out(c(i), i)), i = 1, n)] + host(a)
  y(8) = sum(v)
  if (sum([(damped(c(i), a), i = 1, n)]) > 1e6_dp) y(8) = -y(8)
  p = [(probe(c(i), a*i, i), i = 1, n)]
  p = [(probe(p(n + 1 - i)%at*p(i)%gain, p(i)%at, p(i)%channel), i = 1, n)]
  allocate(q(2*n))
  q = [(probe(damped(p(i)%at, a), p(i)%gain, 1), p(i), i = 1, n)]
  y(9) = sum(q%at*q%gain) + sum([(host(q(i)%at), i = 1, 2)])
contains
  function host(x)
    real(dp), intent(in) :: x
    real(dp) :: host(n)
    host = x*c*a
  end function
end subroutine
