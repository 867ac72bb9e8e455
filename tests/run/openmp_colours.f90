! Edges by colours: those of one colour have no end in common, which the original promises, and its adjoint uses.
! head: edges(r)/(u)
! inputs: nc = 2
! inputs: ne = 6
! inputs: nv = 6
! inputs: first = 1, 4, 7
! inputs: a = 1, 3, 5, 2, 4, 6
! inputs: b = 2, 4, 6, 3, 5, 1
! inputs: u(nv) = 0.5 .. 1.5
! inputs: r(nv) = 0.1 .. 0.5
! options: -openmp
subroutine edges(nc, ne, nv, first, a, b, u, r)
  implicit none
  integer, intent(in) :: nc, ne, nv, first(nc+1), a(ne), b(ne)
  real(8), intent(in) :: u(nv)
  real(8), intent(inout) :: r(nv)
  real(8) :: f
  integer :: c, e, i, j
  do c = 1, nc
    !$omp parallel do private(i, j, f)
    do e = first(c), first(c+1)-1
      i = a(e)
      j = b(e)
      f = (u(i) - u(j))*(u(i) + u(j))**2
      r(i) = r(i) - f
      r(j) = r(j) + f
    end do
    !$omp end parallel do
  end do
end subroutine
