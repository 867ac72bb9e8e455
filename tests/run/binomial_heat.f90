! The heat equation in 50 steps under binomial checkpointing; the loop stands between other statements.
! head: heat(u k)\(cost)
! inputs: n = 8
! inputs: nt = 50
! inputs: u(8) = 0.5 .. 1.5
! inputs: k = 0.1 .. 0.3
subroutine heat(n, nt, u, k, cost)
  implicit none
  integer, intent(in) :: n, nt
  real(8), intent(inout) :: u(n), k
  real(8), intent(out) :: cost
  real(8) :: v(n), energy
  integer :: it, i
  k = k*k + 0.1d0
  cost = 0
  u = u*u
  energy = 1
  !$AD BINOMIAL-CKP nt+1 4 1
  do it = 1, nt
    v = u
    do i = 2, n - 1
      u(i) = v(i) + k*v(i)*(v(i - 1) - 2*v(i) + v(i + 1)) + 0.01d0*sin(dble(it))
    end do
    u(1) = u(2)
    energy = 0.9d0*energy + 0.1d0*u(n/2)**2
    if (u(3) > u(4)) energy = energy*1.01d0
    cost = cost + energy*u(2)*0.01d0
  end do
  cost = cost + sum(u**2)*k + dble(it)*energy
  u = u*cost
  cost = cost*u(1)
end subroutine heat
