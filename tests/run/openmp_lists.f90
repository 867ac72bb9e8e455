! Lists of neighbours in a region that is reduced as a whole, with a sum of each thread between.
! head: forces(f,e)/(x)
! inputs: n = 4
! inputs: first = 1, 3, 5, 7, 9
! inputs: list(8) = 2, 3, 1, 4, 1, 4, 2, 3
! inputs: x(3,n) = 0.1 .. 3
! options: -openmp
subroutine forces(n, first, list, x, f, e)
  implicit none
  integer, intent(in) :: n, first(n+1), list(*)
  real(8), intent(in) :: x(3,n)
  real(8), intent(out) :: f(3,n), e
  real(8) :: fi(3), d(3), r2, ei
  integer :: i, j, k
  e = 0d0
  f = 0d0
  !$omp parallel private(i, j, k, fi, d, r2, ei) reduction(+:e)
  ei = 0d0
  !$omp do schedule(dynamic, 2)
  do i = 1, n
    fi = 0d0
    do k = first(i), first(i+1)-1
      j = list(k)
      d = x(:,i) - x(:,j)
      r2 = dot_product(d, d) + 0.1d0
      ei = ei + 0.5d0/r2
      fi = fi + d/r2**2
    end do
    f(:,i) = f(:,i) + fi
  end do
  !$omp end do
  e = e + ei
  !$omp end parallel
end subroutine
