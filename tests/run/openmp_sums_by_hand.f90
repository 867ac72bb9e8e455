! What each thread has counted for itself, taken together by one at a time: sums in an array, a greatest value.
! head: hist(h,top)/(x,w)
! inputs: n = 8
! inputs: nb = 3
! inputs: k(n) = 1, 2, 3, 1, 2, 3, 1, 1
! inputs: x(n) = 0.5 .. 1.5
! inputs: w = 1.2
! options: -openmp
subroutine hist(n, nb, k, x, w, h, top)
  implicit none
  integer, intent(in) :: n, nb, k(n)
  real(8), intent(in) :: x(n), w
  real(8), intent(out) :: h(nb), top
  real(8) :: local(nb), mine
  integer :: i
  h = 0d0
  top = -1d0
  !$omp parallel private(local, mine)
  local = 0d0
  mine = -2d0
  !$omp do
  do i = 1, n
    local(k(i)) = local(k(i)) + w*x(i)**2
    if (x(i)*w > mine) mine = x(i)*w
  end do
  !$omp end do nowait
  !$omp critical (sums)
  h = h + local
  top = max(top, mine)
  !$omp end critical (sums)
  !$omp end parallel
end subroutine hist
