! head: calls_mod.basin(cost)/(h kappa gain)
program drive
  use timing
  use calls_mod, only: basin
  use calls_mod_diff, only: basin_b, kappab, gainb
  implicit none
  integer, parameter :: n = 500, ns = 200, nt = 500
  real(8) :: rain(nt), obs(nt), h0(n), h(n), hb(n), cost, costb
  integer :: i, k
  do i = 1, nt
    rain(i) = 0.05d0 + 0.04d0*sin(0.1d0*i)
    obs(i) = 0.3d0 + 0.1d0*cos(0.2d0*i)
  end do
  do i = 1, n
    h0(i) = 0.5d0 + 0.2d0*sin(0.05d0*i)
  end do
  do k = 1, repetitions(10)
    h = h0
    call start()
    call basin(n, ns, nt, rain, obs, h, cost)
    call stop_clock(primal)
    h = h0
    hb = 0.d0
    costb = 1.d0
    call start()
    call basin_b(n, ns, nt, rain, obs, h, hb, cost, costb)
    call stop_clock(derivative)
  end do
  call weigh(hb)
  call weigh([kappab, gainb])
  call report()
end program drive
