! Forces between particles: iterations add to sections of others.
! head: md(f,pot)/(x,eps)
! inputs: n = 6
! inputs: x(3,n) = 0.1 .. 3
! inputs: eps = 0.5
! options: -openmp
subroutine md(n, x, eps, f, pot)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n), eps
  real(8), intent(out) :: f(3, n), pot
  real(8) :: d(3), r2, s6, g
  integer :: i, j
  f = 0d0
  pot = 0d0
  !$omp parallel do private(j, d, r2, s6, g) reduction(+:pot)
  do i = 1, n
    do j = 1, n
      if (j == i) cycle
      d = x(:, i) - x(:, j)
      r2 = dot_product(d, d) + 0.5d0
      s6 = 1d0/r2**3
      g = eps*(2d0*s6*s6 - s6)/r2
      f(:, i) = f(:, i) + g*d
      pot = pot + 0.5d0*eps*(s6*s6 - s6)
    end do
  end do
end subroutine
