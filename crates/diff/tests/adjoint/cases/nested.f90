! head: chol(a)/(a)
! n = 4
subroutine chol(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n,n)
  integer :: i, j, k
  do i = 1, n
    a(i,i) = a(i,i) + 4.d0
  end do
  do j = 1, n
    a(j,j) = sqrt(a(j,j))
    do i = j+1, n
      a(i,j) = a(i,j)/a(j,j)
    end do
    do k = j+1, n
      do i = k, n
        a(i,k) = a(i,k) - a(i,j)*a(k,j)
      end do
    end do
  end do
end subroutine chol
