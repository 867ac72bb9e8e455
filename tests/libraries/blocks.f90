subroutine blocks(n, nb, c, y)
  implicit none
  integer, intent(in) :: n, nb
  real(8), intent(in) :: c(n,n)
  real(8), intent(out) :: y
  real(8) :: a(n,n)
  integer :: k, w, i, j, m
  a = c
  do i = 1, n
    a(i,i) = a(i,i) + 2*n
  end do
  do k = 1, n, nb
    w = min(nb, n - k + 1)
    do j = k, k + w - 1
      m = k + w - 1
      do i = j + 1, n
        a(i,j) = a(i,j)/a(j,j)
      end do
      if (j < m) call dger(n - j, m - j, -1.0d0, a(j+1,j), 1, a(j,j+1), n, a(j+1,j+1), n)
    end do
    if (k + w <= n) then
      call dtrsm('L', 'L', 'N', 'U', w, n - k - w + 1, 1.0d0, a(k,k), n, a(k,k+w), n)
      call dgemm('N', 'N', n - k - w + 1, n - k - w + 1, w, -1.0d0, a(k+w,k), n, a(k,k+w), n, 1.0d0, a(k+w,k+w), n)
    end if
  end do
  y = 0.0d0
  do i = 1, n
    y = y + log(abs(a(i,i))) + a(i,n)*a(n,i)
  end do
end subroutine
