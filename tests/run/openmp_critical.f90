! Sums that one thread adds to at a time.
! head: total(s,v)/(x)
! inputs: n = 9
! inputs: x(n) = 0.2 .. 1.5
! options: -openmp
subroutine total(n, x, s, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s, v(3)
  integer :: i, k
  real(8) :: a
  s = 0d0
  v = 0d0
  !$omp parallel do private(a, k)
  do i = 1, n
    a = sin(x(i))*exp(-x(i))
    k = 1 + mod(i, 3)
    !$omp critical
    s = s + a*a
    v(k) = v(k) + a
    !$omp end critical
  end do
  !$omp end parallel do
end subroutine
