! A time step by the fastest wave, the least of a product, products: reductions other than sums, in loops with other steps and cycles.
! head: cfl(dt,p)/(u,c)
! inputs: n = 7
! inputs: u(n) = 0.5 .. 1.5
! inputs: c(n) = 0.5 .. 1.5
! options: -openmp
subroutine cfl(n, u, c, dx, dt, p)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), c(n), dx
  real(8), intent(out) :: dt, p
  real(8) :: vmax, umin
  integer :: i, k
  vmax = 0d0
  umin = 1d30
  !$omp parallel do reduction(max:vmax) reduction(min:umin) private(k)
  do i = 1, n, 2
    if (u(i) < 0.55d0) cycle
    do k = max(i-1, 1), i
      vmax = max(abs(u(k)) + sqrt(c(i)), vmax)
    end do
    umin = min(umin, u(i)*c(i))
  end do
  p = 2d0
  !$omp parallel do reduction(*:p)
  do i = n, 1, -1
    p = p*(1d0 + 0.1d0*u(i)*c(i))
  end do
  dt = 0.5d0/vmax + umin
end subroutine cfl
