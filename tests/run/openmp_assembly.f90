! Elements whose contributions are added up one element at a time.
! head: asm(rhs)/(u,k)
! inputs: ne = 4
! inputs: nn = 5
! inputs: con(2,ne) = 1, 2, 2, 3, 3, 4, 4, 5
! inputs: u(nn) = 0.5 .. 1.5
! inputs: k(ne) = 0.5 .. 1.5
! options: -openmp
subroutine asm(ne, nn, con, u, k, rhs)
  implicit none
  integer, intent(in) :: ne, nn, con(2,ne)
  real(8), intent(in) :: u(nn), k(ne)
  real(8), intent(out) :: rhs(nn)
  real(8) :: loc(2), ue(2)
  integer :: e, a
  rhs = 0d0
  !$omp parallel do private(loc, ue, a)
  do e = 1, ne
    ue = u(con(:,e))
    loc(1) = k(e)*(ue(1) - ue(2))**3
    loc(2) = -loc(1)*ue(1)
    !$omp critical
    do a = 1, 2
      rhs(con(a,e)) = rhs(con(a,e)) + loc(a)
    end do
    !$omp end critical
  end do
end subroutine
