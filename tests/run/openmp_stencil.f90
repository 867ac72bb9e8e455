! A stencil, and the sum of its squares: threads add to neighbours.
! head: stencil(v,s)/(u)
! inputs: n = 12
! options: -openmp
subroutine stencil(n, u, v, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n)
  real(8), intent(out) :: s
  real(8) :: t
  integer :: i
  v(1) = 0d0
  v(n) = 0d0
  !$omp parallel do private(t) shared(u, v, n) schedule(static)
  do i = 2, n - 1
    t = sin(u(i-1))*u(i+1)
    v(i) = t*t + u(i)
  end do
  !$omp end parallel do
  s = 0d0
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + v(i)**2
  end do
end subroutine
