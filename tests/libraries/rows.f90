subroutine rows(n, a, b, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n,n)
  real(8), intent(in) :: b(n)
  real(8), intent(out) :: y
  real(8) :: l(n,n), x(n), s
  integer :: i, j
  real(8), external :: ddot, dnrm2
  do j = 1, n
    do i = 1, n
      l(i,j) = 0.5d0*(a(i,j) + a(j,i))
    end do
    l(j,j) = l(j,j) + n
  end do
  do j = 1, n
    s = l(j,j) - ddot(j-1, l(j,1), n, l(j,1), n)
    l(j,j) = sqrt(s)
    do i = j + 1, n
      l(i,j) = (l(i,j) - ddot(j-1, l(i,1), n, l(j,1), n))/l(j,j)
    end do
  end do
  x = b
  call dtrsv('L', 'N', 'N', n, l, n, x, 1)
  call dtrsv('L', 'T', 'N', n, l, n, x, 1)
  y = dnrm2(n, x, 1)
end subroutine
