! Bounds that say variables of modules, of COMMON blocks and of hosts, which no statement of the procedure mentions: a call reads them all the same, and
! what sets them before the call is kept.
! head: model(x)\(y)
! inputs: x(6) = 0.3 .. 0.9
module sizes
  implicit none
  integer :: n, counts(2)
contains
  subroutine damp(x, y)
    real(8), intent(inout) :: x(n)
    real(8), intent(inout) :: y
    real(8) :: w(counts(1))
    w = cos(y)
    x(:counts(1)) = x(:counts(1))*sin(w)
    x = x*sin(x)
    y = y + sum(x*x)
  end subroutine damp

  function tail(x) result(t)
    real(8), intent(in) :: x(n:counts(2))
    real(8) :: t
    t = sum(x*x*x)
  end function tail
end module sizes

subroutine smooth(x, y)
  implicit none
  integer :: m
  common /lengths/ m
  real(8), intent(inout) :: x(m)
  real(8), intent(inout) :: y
  x = x*exp(-0.1d0*x)
  y = y*sum(x)
end subroutine smooth

subroutine model(x, y)
  use sizes
  implicit none
  real(8), intent(inout) :: x(6)
  real(8), intent(out) :: y
  integer :: m, k
  common /lengths/ m
  n = 6
  m = 3
  k = 2
  counts = [2, 6]
  y = 0.0d0
  call damp(x, y)
  call inner(x)
  call smooth(x, y)
  n = 2
  counts(1) = 1
  k = 5
  call damp(x, y)
  call inner(x)
  m = 5
  call smooth(x, y)
  y = y + tail(x)
  n = 4
  m = 1
  y = y*tail(x)
  n = 0
  counts = 0
contains
  subroutine inner(z)
    real(8), intent(inout) :: z(k)
    z = z*cos(z)
  end subroutine inner
end subroutine model
