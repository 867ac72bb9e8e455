! Arrays of each thread's own that are allocated in front of the loop.
! head: cols(y)/(x)
! inputs: n = 5
! inputs: m = 4
! inputs: x(m,n) = 0.5 .. 1.5
! options: -openmp
subroutine cols(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m,n)
  real(8), intent(out) :: y(n)
  real(8), allocatable :: w(:)
  real(8) :: fac
  integer :: i, k
  !$omp parallel private(w, fac, k)
  allocate(w(m))
  fac = x(1,1)
  !$omp do
  do i = 1, n
    do k = 1, m
      w(k) = x(k, i)*sin(x(k, i))*fac
    end do
    y(i) = sum(w)*w(1)
  end do
  !$omp end do
  deallocate(w)
  !$omp end parallel
end subroutine
