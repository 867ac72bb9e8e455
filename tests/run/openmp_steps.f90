! Steps in time with two parallel loops each, the second one in place: values go to arrays by iteration and step.
! head: steps(u)/(u,c)
! inputs: n = 8
! inputs: m = 3
! options: -openmp
subroutine steps(n, m, u, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n)
  real(8), intent(in) :: c
  real(8) :: v(n), f
  integer :: i, t
  do t = 1, m
    v(1) = u(1)
    v(n) = u(n)
    !$omp parallel do private(f)
    do i = 2, n-1
      f = u(i+1) - 2*u(i) + u(i-1)
      v(i) = u(i) + c*f*f
    end do
    !$omp parallel do
    do i = 1, n
      u(i) = sin(v(i))*u(i)
    end do
  end do
end subroutine
