! head: rootfind(cost)/(am e)
program drive
  use timing
  implicit none
  integer, parameter :: m = 20000
  real(8) :: am(m), amb(m), obs(m), e, eb, cost, costb
  integer :: i, k
  do i = 1, m
    am(i) = 3.1d0*(i - 0.5d0)/m
    obs(i) = am(i) + 0.3d0*sin(0.01d0*i)
  end do
  e = 0.8d0
  do k = 1, repetitions(20)
    call start()
    call rootfind(m, am, e, obs, 1.d-12, 50, cost)
    call stop_clock(primal)
    costb = 1.d0
    amb = 0.d0
    eb = 0.d0
    call start()
    call rootfind_b(m, am, amb, e, eb, obs, 1.d-12, 50, cost, costb)
    call stop_clock(derivative)
  end do
  call weigh(amb)
  call weigh([eb])
  call report()
end program drive
