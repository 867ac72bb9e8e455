! Several tape arrays in front of one loop, and the memory that is asked for behind them: of several types, in a pure procedure, without elements, in a
! branch, where an intrinsic's name is the user's.
! head: rooms(x)\(y)
! inputs: n = 4
! inputs: m = 3
! inputs: none = 0
pure subroutine sweep(n, m, x, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: u(n)
  real(8) :: v(n), z
  integer :: i, t, k(n)
  v = x
  k = 1
  do t = 1, m
    do i = 1, n
      k(i) = 1 + mod(k(i) + i, n)
      u(i) = sin(u(i))*v(k(i))
    end do
    do i = 2, n
      z = u(i-1)
      if (z > 0.1d0) then
        v(i) = v(i)*z
        u(i) = u(i)*v(i)
      end if
    end do
  end do
end subroutine sweep

subroutine single(n, m, x, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: u(n)
  real(4) :: a(n)
  complex(8) :: c(n)
  integer :: i, t
  a = real(x)
  c = cmplx(x, u, 8)
  if (n > 0) then
    do t = 1, m
      do i = 1, n
        a(i) = a(i)*a(i) + 0.1
        c(i) = c(i)*c(i)*a(i)
        u(i) = u(i)*u(i)*real(c(i))
      end do
      do i = 2, n
        u(i) = u(i)*u(i-1)
        c(i) = c(i)*u(i) + c(i-1)
      end do
    end do
  end if
end subroutine single

subroutine named(n, m, x, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: u(n)
  real(8) :: v(n)
  integer :: i, t, size
  size = n
  v = x
  do t = 1, m
    do i = 1, size
      u(i) = u(i)*v(i)
    end do
    do i = 2, size
      v(i) = v(i)*u(i)*v(i-1)
    end do
  end do
end subroutine named

subroutine rooms(n, m, none, x, y)
  implicit none
  integer, intent(in) :: n, m, none
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  interface
    pure subroutine sweep(n, m, x, u)
      integer, intent(in) :: n, m
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: u(n)
    end subroutine sweep
  end interface
  real(8) :: u(n), w(none)
  u = 0.5d0 + x
  w = 1.0d0
  call sweep(n, m, x, u)
  call sweep(none, m, x, w)
  call named(n, m, x, u)
  y = sum(u) + sum(w)
  u = x
  call single(n, m, x, u)
  call single(none, m, x, w)
  call single(n, none, x, u)
  y = y + sum(u)
end subroutine rooms
