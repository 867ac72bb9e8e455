! Directives for parallel execution are left out of derivatives.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x(5) = 0.5 .. 1.5
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t, w(n)
  integer :: i
  y = 0
!$omp parallel
!$omp do private(t) reduction(+:y)
  do i = 1, n
    t = sin(x(i))
    !$omp atomic
    y = y + t*t*x(1)
  end do
!$omp end do
!$omp end parallel
  !$acc parallel loop
  do i = 1, n
    w(i) = x(i)*x(n)
  end do
  y = y + sum(w)
!$omp barrier
end subroutine
