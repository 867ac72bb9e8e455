! Tiles of a stencil over two dimensions, whose loops are one: two passes in the adjoint.
! head: tiled(v)/(u,c)
! inputs: n = 8
! inputs: m = 9
! inputs: u(n,m) = 0.2 .. 1.5
! inputs: c = 0.2
! options: -openmp
subroutine tiled(n, m, u, v, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: u(n, m), c
  real(8), intent(out) :: v(n, m)
  integer :: ib, jb, i, j
  integer, parameter :: nb = 3
  v = u
  !$omp parallel do collapse(2) private(i, j)
  do jb = 2, m - 1, nb
    do ib = 2, n - 1, nb
      do j = jb, min(jb + nb - 1, m - 1)
        do i = ib, min(ib + nb - 1, n - 1)
          v(i,j) = u(i,j) + c*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4d0*u(i,j))*u(i,j)
        end do
      end do
    end do
  end do
end subroutine
