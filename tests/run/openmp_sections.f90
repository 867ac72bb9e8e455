! Sections whose places a table gives: several threads add to them.
! head: table(y)/(x,t)
! inputs: n = 6
! inputs: k = 1, 3, 2, 2, 4, 1
! options: -openmp
subroutine table(n, k, x, t, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n), t(100)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: v(4), s
  !$omp parallel
  !$omp do private(v, s)
  do i = 1, n
    v = t(k(i):k(i)+3)*x(i)
    s = sum(v*v)
    y(i) = s*dot_product(v, t(1:4))
  end do
  !$omp end do
  !$omp end parallel
end subroutine
