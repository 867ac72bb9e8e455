! Least squares by the factors of a matrix: the solution, and the sum of squares of what is left.
subroutine factored(m, n, t, y, x, rss)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(in) :: t(m), y(m)
  real(8), intent(out) :: x(n), rss
  real(8), allocatable :: work(:)
  real(8) :: a(m,n), b(m), tau(n), asked(1)
  integer :: j, info
  real(8), external :: ddot
  do j = 1, n
    a(:,j) = cos(j*t) + t**j
  end do
  b = y
  call dgeqrf(m, n, a, m, tau, asked, -1, info)
  allocate (work(max(m*n, nint(asked(1)))))
  call dgeqrf(m, n, a, m, tau, work, size(work), info)
  call dormqr('L', 'T', m, 1, n, a, m, tau, b, m, work, size(work), info)
  rss = ddot(m - n, b(n+1), 1, b(n+1), 1)
  call dtrtrs('U', 'N', 'N', n, 1, a, m, b, m, info)
  x = b(1:n)
  deallocate (work)
end subroutine factored
