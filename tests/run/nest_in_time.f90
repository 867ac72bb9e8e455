! Nests in a time loop: what is updated in place is kept, what a turn computes for itself is not; bounds that change, a branch around a loop.
! head: nest_in_time(temp q sfc)\(temp cost)
! inputs: nx = 3
! inputs: nz = 4
! inputs: nt = 3
! inputs: temp = 0.5 .. 1.5
! inputs: q = 0.2 .. 0.9
! inputs: sfc = 0.1 .. 0.4
subroutine nest_in_time(nx, nz, nt, temp, q, sfc, cost)
  implicit none
  integer, intent(in) :: nx, nz, nt
  real(8), intent(inout) :: temp(nz, nx)
  real(8), intent(in) :: q(nz, nx), sfc(nx)
  real(8), intent(out) :: cost
  real(8) :: a(nz), b(nz), kd(nz), gam(nz), cp
  integer :: i, k, n, top
  cost = 0.d0
  do n = 1, nt
    do i = 1, nx
      top = nz - mod(n + i, 2)
      do k = 1, nz
        kd(k) = 0.1d0 + 0.3d0*abs(temp(k, i) - sfc(i))*q(k, i)
        a(k) = exp(-kd(k))
        b(k) = 1.d0 + 2.d0*kd(k)
      end do
      cp = b(1)
      gam(1) = 0.d0
      do k = 2, top
        gam(k) = a(k - 1)/cp
        cp = b(k) - a(k)*gam(k)
      end do
      if (cp > 1.d0 + 0.1d0*sfc(i)) then
        do k = 1, top
          cost = cost + sin(kd(k)*cp)*temp(k, i)
        end do
      end if
      do k = top - 1, 1, -1
        temp(k, i) = temp(k, i) - 0.1d0*gam(k + 1)*temp(k + 1, i)**2
      end do
    end do
  end do
end subroutine nest_in_time
