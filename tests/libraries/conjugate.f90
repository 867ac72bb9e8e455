subroutine conjugate(n, a, b, x, res)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n), b(n)
  real(8), intent(out) :: x(n), res
  real(8) :: r(n), p(n), q(n), s(n,n), rho, rho1, alpha
  integer :: it, i
  real(8), external :: ddot
  s = 0.0d0
  do i = 1, n
    s(i,i) = 3.0d0
  end do
  call dsyrk('U', 'N', n, n, 0.1d0, a, n, 1.0d0, s, n)
  x = 0.0d0
  call dcopy(n, b, 1, r, 1)
  call dcopy(n, r, 1, p, 1)
  rho = ddot(n, r, 1, r, 1)
  do it = 1, 4
    call dsymv('U', n, 1.0d0, s, n, p, 1, 0.0d0, q, 1)
    alpha = rho/ddot(n, p, 1, q, 1)
    call daxpy(n, alpha, p, 1, x, 1)
    call daxpy(n, -alpha, q, 1, r, 1)
    rho1 = ddot(n, r, 1, r, 1)
    call dscal(n, rho1/rho, p, 1)
    call daxpy(n, 1.0d0, r, 1, p, 1)
    rho = rho1
  end do
  res = ddot(n, x, 1, b, 1)
end subroutine
