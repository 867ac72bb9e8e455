! Advection in two directions by turns, with a work array of each thread's own and a loop that needs a tape.
! head: advect(c)/(c,u)
! inputs: n = 8
! inputs: m = 6
! inputs: c(n,m) = 0.1 .. 1
! inputs: u(n,m) = -1 .. 1
! options: -openmp
subroutine advect(n, m, c, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: c(n, m)
  real(8), intent(in) :: u(n, m)
  real(8) :: new(n, m), f(n), fl, fr
  integer :: i, j, it
  do it = 1, 2
    !$omp parallel private(i, f, fl, fr)
    !$omp do schedule(static, 1)
    do j = 1, m
      f = 0d0
      do i = 1, n - 1
        if (u(i, j) > 0d0) then
          f(i) = u(i, j)*c(i, j)
        else
          f(i) = u(i, j)*c(i+1, j)
        end if
      end do
      do i = 2, n - 1
        fl = f(i-1)
        fr = f(i)
        new(i, j) = c(i, j) - 0.2d0*(fr - fl)*c(i, j)
      end do
      new(1, j) = c(1, j)
      new(n, j) = c(n, j)
    end do
    !$omp end do
    !$omp do
    do j = 2, m - 1
      c(:, j) = new(:, j) + 0.1d0*(new(:, j-1) - 2d0*new(:, j) + new(:, j+1))
    end do
    !$omp end do
    !$omp end parallel
  end do
end subroutine
