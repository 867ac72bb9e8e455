! The likelihood of complex samples of a process.
subroutine hermitian(n, x, turn, y, value)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), turn
  complex(8), intent(in) :: y(n)
  real(8), intent(out) :: value
  complex(8) :: k(n,n), a(n)
  integer :: i, j, info
  complex(8), external :: zdotc
  do j = 1, n
    do i = 1, n
      k(i,j) = exp((0.0d0, 1.0d0)*turn*(x(i) - x(j)) - 0.5d0*(x(i) - x(j))**2)
    end do
    k(j,j) = k(j,j) + 0.1d0
  end do
  call zpotrf('U', n, k, n, info)
  a = y
  call zpotrs('U', n, 1, k, n, a, n, info)
  value = -0.5d0*real(zdotc(n, y, 1, a, 1))
  do i = 1, n
    value = value - log(real(k(i,i)))
  end do
  do j = 1, n
    k(j:n,j) = 0.0d0
    k(j,j) = 2.0d0
  end do
  call zherk('L', 'N', n, 1, 0.5d0, a, n, 1.0d0, k, n)
  call zpotrf('L', n, k, n, info)
  value = value + real(k(n,1)) + aimag(k(n,2)) + sum(abs(k(n,3:))**2)
end subroutine hermitian
