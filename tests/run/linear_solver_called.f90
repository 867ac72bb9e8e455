! Diagonals in two arrays and a number, in a procedure of a module that is called twice, once under a condition.
! inputs: n = 6
! inputs: c = 0.2 .. 0.9
! wrong several: derivatives in one direction
! head: run(y)/(c)
subroutine mul(n, d, e, s, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: d(n), e(n), s, x(n)
  real(8), intent(out) :: y(n)
  y = (d + s)*x
  y(2:n) = y(2:n) - e(2:n)*x(1:n-1)
  y(1:n-1) = y(1:n-1) - e(2:n)*x(2:n)
end subroutine
subroutine sor(n, d, e, s, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: d(n), e(n), s, b(n)
  real(8), intent(inout) :: x(n)
  integer :: k, i
  real(8) :: t
  do k = 1, 200
    do i = 1, n
      t = b(i)
      if (i > 1) t = t + e(i)*x(i-1)
      if (i < n) t = t + e(i+1)*x(i+1)
      x(i) = t/(d(i) + s)
    end do
  end do
end subroutine
module steps
contains
  subroutine step(n, d, e, s, u)
    integer, intent(in) :: n
    real(8), intent(in) :: d(:), e(:), s
    real(8), intent(inout) :: u(:)
    real(8) :: r(n)
    r = u*s + 1
    !$AD LINEAR-SOLVER (d, e, s) u r SYMMETRIC PRODUCT mul(n, d, e, s, u, r)
    call sor(n, d, e, s, r, u)
    u = u + 0.1d0*u**2
  end subroutine
  subroutine run(n, c, y)
    integer, intent(in) :: n
    real(8), intent(in) :: c(n)
    real(8), intent(out) :: y
    real(8) :: d(n), e(n), u(n)
    integer :: k
    d = 4 + c
    e = 0.7d0*c**2
    u = c
    do k = 1, 4
      if (k == 3) then
        u = u*2
      else
        call step(n, d, e, c(2)*k, u)
      end if
    end do
    call step(n, d, e*u, c(1), u)
    y = sum(u*c)
  end subroutine
end module
