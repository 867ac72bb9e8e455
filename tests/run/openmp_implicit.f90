! Steps in time of an implicit scheme, each line with arrays of its own, which the next step finds private again.
! head: imp(u)/(u,a)
! inputs: n = 6
! inputs: m = 5
! inputs: u(n,m) = 0.2 .. 1.5
! inputs: a = 0.3
! options: -openmp
subroutine imp(n, m, u, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, m)
  real(8), intent(in) :: a
  real(8) :: c(n), d(n), b
  integer :: i, j, it
  do it = 1, 2
    !$omp parallel do private(c, d, b, i)
    do j = 1, m
      b = 1d0 + a*u(1, j)**2
      c(1) = -a/b
      d(1) = u(1, j)/b
      do i = 2, n
        b = 1d0 + 2d0*a + a*c(i-1)*u(i, j)
        c(i) = -a/b
        d(i) = (u(i, j) + a*d(i-1))/b
      end do
      u(n, j) = d(n)
      do i = n - 1, 1, -1
        u(i, j) = d(i) - c(i)*u(i+1, j)
      end do
    end do
    !$omp parallel do private(i)
    do i = 1, n
      u(i, 1:m-1) = u(i, 1:m-1)*(1d0 - 0.1d0*u(i, 2:m))
    end do
  end do
end subroutine
