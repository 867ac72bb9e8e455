! Finite elements, whose adjoint is made of numbers where the original has small arrays.
! head: fe(r)/(u,mat)
! inputs: ne = 5
! inputs: nn = 6
! inputs: con(2,ne) = 1, 2, 2, 3, 3, 4, 4, 5, 5, 6
! inputs: u(nn) = 0.1 .. 1
! inputs: mat(ne) = 0.5 .. 2
! inputs: x(nn) = 0, 1, 2.5, 3, 4.5, 5
! options: -openmp
subroutine fe(ne, nn, con, x, u, mat, r)
  implicit none
  integer, intent(in) :: ne, nn, con(2, ne)
  real(8), intent(in) :: x(nn), u(nn), mat(ne)
  real(8), intent(out) :: r(nn)
  real(8) :: ue(2), re(2), h, grad, k
  integer :: e, a, q
  r = 0d0
  !$omp parallel do private(ue, re, h, grad, k, a, q)
  do e = 1, ne
    do a = 1, 2
      ue(a) = u(con(a, e))
    end do
    h = x(con(2, e)) - x(con(1, e))
    re = 0d0
    do q = 1, 2
      grad = (ue(2) - ue(1))/h
      k = mat(e)*(1d0 + (ue(1)*q + ue(2))**2)
      re(1) = re(1) - k*grad*h*0.5d0
      re(2) = re(2) + k*grad*h*0.5d0
    end do
    do a = 1, 2
      !$omp atomic
      r(con(a, e)) = r(con(a, e)) + re(a)
    end do
  end do
end subroutine
