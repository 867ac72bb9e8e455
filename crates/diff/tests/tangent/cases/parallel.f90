! The tangent of a parallel loop is serial: no race, also when OpenMP is on.
! head: parallel(y)/(x)
! flags: -fopenmp -std=f2018
subroutine parallel(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  y = 0.d0
  !$omp parallel do private(t) reduction(+:y)
  do i = 1, n
    t = sin(x(i))
    y = y + t*x(i)
  end do
  !$omp end parallel do
end subroutine parallel
