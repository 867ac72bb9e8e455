! Saved arrays of the same extents under the same loops share one tape array: whole arrays, sections whose bounds differ, a branch, a pair in an inner loop.
! head: together(x p)\(y)
! inputs: n = 5
! inputs: p = 0.2 .. 0.4
subroutine stage(n, p, u, du)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p, u(n)
  real(8), intent(out) :: du(n)
  integer :: i, ip
  do i = 1, n
    ip = 1 + mod(i, n)
    du(i) = p*sin(u(i))*u(ip)
  end do
end subroutine stage

subroutine together(n, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p
  real(8), intent(out) :: y
  real(8) :: u(n), w(n), k1(n), k2(n), m(0:n-1,2), v(n)
  integer :: t, i
  u = x
  v = 0.5d0*x
  do i = 1, n
    m(i-1,1) = x(i)*p
    m(i-1,2) = x(i) + p
  end do
  do t = 1, 4
    call stage(n, p, u, k1)
    w = u + 0.5d0*k1
    call stage(n, p, w, k2)
    u = u + k2*cos(w)
    m(:,1) = m(:,1)*m(:,2) + 0.1d0*u
    if (mod(t, 2) == 0) then
      m(:,2) = sin(m(:,2))*m(:,1)
    end if
    v(2:n) = v(2:n)*v(1:n-1)
    v(1:n-1) = exp(-v(1:n-1)**2)*v(2:n)
  end do
  y = sum(u*m(:,1)) + sum(v*v*m(:,2))
end subroutine together
