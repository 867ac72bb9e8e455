! Sums of several variables, a constant of each thread's own, a choice in each iteration.
! head: sums(s,p)/(x,c)
! inputs: n = 9
! options: -openmp
subroutine sums(n, x, c, s, p)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c
  real(8), intent(inout) :: s, p(3)
  real(8) :: a, b
  integer :: i, k
  a = c*c
  !$omp parallel do default(none) shared(n, x) private(b, k) &
  !$omp& firstprivate(a) reduction(+:s, p) num_threads(3) if(n > 2)
  do i = 1, n
    b = a*x(i)
    k = mod(i, 3) + 1
    if (x(i) > 0.5d0) then
      b = b*b
    else
      b = exp(b)
    end if
    s = s + b*x(i)
    p(k) = p(k) + sin(b)
  end do
  !$omp end parallel do
end subroutine
