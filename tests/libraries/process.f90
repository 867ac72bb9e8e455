subroutine process(n, x, y, loglik)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: loglik
  real(8) :: k(n,n), a(n)
  integer :: i, j, info
  real(8), external :: ddot
  external :: dpotrf, dpotrs
  do j = 1, n
    do i = 1, n
      k(i,j) = exp(-0.5d0*(x(i) - x(j))**2)
    end do
    k(j,j) = k(j,j) + 0.1d0
  end do
  call dpotrf('L', n, k, n, info)
  a = y
  call dpotrs('L', n, 1, k, n, a, n, info)
  loglik = -0.5d0*ddot(n, y, 1, a, 1)
  do i = 1, n
    loglik = loglik - log(k(i,i))
  end do
end subroutine process
