! Steps in time inside of one parallel region: loops, what one thread does, a sum in each step, numbers that all threads compute for themselves.
! head: steps(u,e)/(u,a)
! inputs: n = 8
! inputs: nt = 3
! inputs: u(n) = 0.5 .. 1.5
! inputs: a = 0.1
! options: -openmp
subroutine steps(n, nt, u, a, e)
  implicit none
  integer, intent(in) :: n, nt
  real(8), intent(inout) :: u(n)
  real(8), intent(in) :: a
  real(8), intent(out) :: e
  real(8) :: v(n), c, total
  integer :: i, t
  e = 0d0
  !$omp parallel default(none) private(t, c) shared(n, nt, u, v, a, e, total)
  c = a*0.5d0
  do t = 1, nt
    !$omp do schedule(static)
    do i = 2, n-1
      v(i) = u(i) + c*(u(i-1) - 2d0*u(i) + u(i+1))**2
    end do
    !$omp end do nowait
    !$omp barrier
    !$omp single
    v(1) = v(2)
    v(n) = v(n-1)*u(n)
    total = 0d0
    !$omp end single
    !$omp do reduction(+:total)
    do i = 1, n
      total = total + v(i)**2
    end do
    !$omp end do
    !$omp do
    do i = 1, n
      u(i) = v(i)/sqrt(total)
    end do
    !$omp end do
    !$omp master
    e = e + total
    !$omp end master
    !$omp barrier
  end do
  !$omp end parallel
end subroutine steps
