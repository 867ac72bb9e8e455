! Turns that hold small loops over components run again: their local arrays are written before they are read, in loops and by literal subscripts.
! head: nest_flux(q)\(cost out)
! inputs: nx = 6
! inputs: q = 0.5 .. 1.5
subroutine nest_flux(nx, q, cost, out)
  implicit none
  integer, intent(in) :: nx
  real(8), intent(in) :: q(3, nx)
  real(8), intent(out) :: cost, out(3)
  real(8) :: res(3, nx), ql(3), qr(3), fl(3), fr(0:2), flux(3), pl, pr, lam, m(2, 2), g(2)
  integer :: i, k, l
  res = 0.d0
  do i = 1, nx - 1
    do k = 1, 3
      ql(k) = q(k, i)
      qr(k) = q(k, i + 1)
    end do
    pl = 0.4d0*(ql(3) - 0.1d0*ql(2)*ql(2)/ql(1))
    pr = 0.4d0*(qr(3) - 0.1d0*qr(2)*qr(2)/qr(1))
    lam = max(sqrt(1.d0 + pl**2), sqrt(1.d0 + pr**2))
    fl(1) = ql(2)
    fl(2) = ql(2)*ql(2)/ql(1) + pl
    fl(3) = (ql(3) + pl)*ql(2)
    fr(0) = qr(2)
    fr(1) = qr(2)*qr(2)/qr(1) + pr
    fr(2) = (qr(3) + pr)*qr(2)
    m(1, 1) = pl
    m(2, 1) = pr*lam
    m(1, 2) = pl*pr
    m(2, 2) = lam
    do k = 1, 2
      g(k) = 0.d0
      do l = 1, 2
        g(k) = g(k) + m(k, l)*m(l, k)*fl(l)
      end do
    end do
    do k = 1, 3
      flux(k) = 0.5d0*(fl(k)*fl(k) + fr(k - 1)) - 0.5d0*lam*(qr(k) - ql(k))*g(2) + g(1)
    end do
    do k = 3, 1, -1
      res(k, i) = res(k, i) + flux(k)
      res(k, i + 1) = res(k, i + 1) - flux(k)*ql(k)
    end do
  end do
  cost = 0.d0
  do i = 1, nx
    do k = 1, 3
      cost = cost + res(k, i)**2*q(1, i)
    end do
  end do
  ! The last turn's values are read behind the loop.
  do k = 1, 3
    out(k) = flux(k)*fl(k)*sin(flux(k))
  end do
end subroutine nest_flux
