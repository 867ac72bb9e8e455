! Conjugate gradients in one parallel region.
! head: cg(x)/(b)
! inputs: n = 6
! inputs: nit = 3
! inputs: b(n) = 0.5 .. 1.5
! inputs: x(n) = 0.1 .. 0.2
! options: -openmp
subroutine cg(n, nit, b, x)
  implicit none
  integer, intent(in) :: n, nit
  real(8), intent(in) :: b(n)
  real(8), intent(inout) :: x(n)
  real(8) :: r(n), p(n), q(n), rho, rho0, alpha, beta, d
  integer :: j, it
  rho = 0d0
!$omp parallel default(shared) private(j, it, beta, rho0)
!$omp do
  do j = 1, n
    x(j) = 0d0
    r(j) = b(j)
    p(j) = r(j)
  enddo
!$omp end do
!$omp do reduction(+:rho)
  do j = 1, n
    rho = rho + r(j)*r(j)
  enddo
!$omp end do
  do it = 1, nit
!$omp master
    d = 0d0
!$omp end master
    rho0 = rho
!$omp barrier
!$omp do
    do j = 2, n-1
      q(j) = 3d0*p(j) - p(j-1) - p(j+1)
    enddo
!$omp end do nowait
!$omp single
    q(1) = 3d0*p(1) - p(2)
    q(n) = 3d0*p(n) - p(n-1)
!$omp end single
!$omp do reduction(+:d)
    do j = 1, n
      d = d + p(j)*q(j)
    enddo
!$omp end do
!$omp single
    alpha = rho/d
    rho = 0d0
!$omp end single
!$omp do
    do j = 1, n
      x(j) = x(j) + alpha*p(j)
      r(j) = r(j) - alpha*q(j)
    enddo
!$omp end do
!$omp do reduction(+:rho)
    do j = 1, n
      rho = rho + r(j)*r(j)
    enddo
!$omp end do
    beta = rho/rho0
!$omp do
    do j = 1, n
      p(j) = r(j) + beta*p(j)
    enddo
!$omp end do
  enddo
!$omp end parallel
end subroutine
