! Gathered and scattered by tables: the original writes by the table what its adjoint reads.
! head: tables(y,z)/(x)
! inputs: n = 6
! inputs: p = 2, 4, 6, 1, 3, 5
! inputs: g = 1, 1, 2, 5, 5, 6
! options: -openmp
subroutine tables(n, p, g, x, y, z)
  implicit none
  integer, intent(in) :: n, p(n), g(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n)
  integer :: i, k
  !$OMP PARALLEL PRIVATE(k)
  !$OMP DO
  do i = 1, n
    k = p(i)
    y(k) = sin(x(i))*x(k)
  end do
  !$OMP END DO NOWAIT
  !$OMP DO
  do i = 1, n
    z(i) = x(g(i))**2*x(i)
  end do
  !$OMP END DO
  !$OMP END PARALLEL
end subroutine
