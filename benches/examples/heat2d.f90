program drive
  use timing
  implicit none
  integer, parameter :: n = 40, nt = 100
  real(8), dimension(n, n) :: t0, src, tw, t0d, srcd, t0b, srcb
  real(8), dimension(n, n) :: t0h, srch
  real(8) :: cost, costd, costb, c0b, c1b, emb, c0h, c1h, emh
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      t0(i, j) = 0.8d0 + 0.4d0*sin(0.7d0*i + 0.3d0*j)
      src(i, j) = 1.5d0 + 1.5d0*cos(0.2d0*i - 0.9d0*j)
      tw(i, j) = 0.8d0 + 0.4d0*cos(0.5d0*i + 0.8d0*j)
      t0d(i, j) = sin(0.3d0*i - 0.2d0*j)
      srcd(i, j) = cos(0.1d0*i + 0.6d0*j)
    end do
  end do
  do k = 1, repetitions(30)
    call start()
    call heat2d(n, n, nt, 0.1d0, 0.0005d0, t0, 1.d0, 0.4d0, 0.5d0, src, tw, 1.5d0, cost)
    call stop_clock(primal)
    call start()
    call heat2d_d(n, n, nt, 0.1d0, 0.0005d0, t0, t0d, 1.d0, 1.d0, 0.4d0, 1.d0, 0.5d0, 1.d0, src, srcd, tw, 1.5d0, cost, costd)
    call stop_clock(derivative)
    costb = 1.d0
    call start()
    call heat2d_b(n, n, nt, 0.1d0, 0.0005d0, t0, t0b, 1.d0, c0b, 0.4d0, c1b, 0.5d0, emb, src, srcb, tw, 1.5d0, cost, costb)
    call stop_clock(adjoint)
    call start()
    call heat2dhand(n, n, nt, 0.1d0, 0.0005d0, t0, t0h, 1.d0, c0h, 0.4d0, c1h, 0.5d0, emh, src, srch, tw, 1.5d0, 1.d0)
    call stop_clock(by_hand)
  end do
  call both(costd, sum(t0b*t0d) + sum(srcb*srcd) + c0b + c1b + emb, sum(t0h*t0d) + sum(srch*srcd) + c0h + c1h + emh)
end program drive
