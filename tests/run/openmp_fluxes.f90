! Fluxes between cells and their update, step by step: neighbours in the adjoint of both.
! head: sw(h)/(h,d)
! inputs: n = 7
! inputs: h(n) = 0.5 .. 1.5
! inputs: d(n) = 0.5 .. 1.5
! options: -openmp
subroutine sw(n, h, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: h(n)
  real(8), intent(in) :: d(n)
  real(8) :: f(0:n), c
  integer :: i, it
  do it = 1, 3
    f(0) = 0d0
    f(n) = 0d0
    !$omp parallel do private(c) schedule(static)
    do i = 1, n - 1
      c = sqrt(0.5d0*(d(i) + d(i+1)) + h(i)*h(i+1))
      if (h(i) > h(i+1)) then
        f(i) = c*h(i)
      else
        f(i) = -c*h(i+1)
      end if
    end do
    !$omp parallel do
    do i = 1, n
      h(i) = h(i) - 0.05d0*(f(i) - f(i-1))
    end do
  end do
end subroutine
