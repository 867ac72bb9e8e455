program drive
  use timing
  use conservation, only: simulate
  use conservation_diff, only: simulate_d, simulate_b
  use conservation_by_hand, only: simulate_hand
  implicit none
  integer, parameter :: n = 200, nt = 200
  real(8) :: s0(n), s0d(n), s0b(n), s(n), sd(n), sb(n), wells(n), observed(nt)
  real(8) :: cost, costd, costb, inflowb, mobilityb, s0h(n), inflowh, mobilityh
  integer :: i, k
  do i = 1, n
    s0(i) = 0.25d0 + 0.15d0*sin(0.7d0*i)
    wells(i) = 0.2d0*cos(1.3d0*i)
    s0d(i) = cos(0.4d0*i)
  end do
  do i = 1, nt
    observed(i) = 0.5d0 + 0.5d0*sin(0.11d0*i)
  end do
  do k = 1, repetitions(30)
    call start()
    call simulate(n, nt, 1.d0/n, 0.0004d0, s0, 0.93d0, 0.5d0, wells, observed, s, cost)
    call stop_clock(primal)
    call start()
    call simulate_d(n, nt, 1.d0/n, 0.0004d0, s0, s0d, 0.93d0, 1.d0, 0.5d0, 1.d0, wells, observed, s, sd, &
                    cost, costd)
    call stop_clock(derivative)
    costb = 1.d0
    sb = 0.d0
    call start()
    call simulate_b(n, nt, 1.d0/n, 0.0004d0, s0, s0b, 0.93d0, inflowb, 0.5d0, mobilityb, wells, observed, s, sb, &
                    cost, costb)
    call stop_clock(adjoint)
    call start()
    call simulate_hand(n, nt, 1.d0/n, 0.0004d0, s0, s0h, 0.93d0, inflowh, 0.5d0, mobilityh, wells, observed, 1.d0)
    call stop_clock(by_hand)
  end do
  call both(costd, dot_product(s0b, s0d) + inflowb + mobilityb, dot_product(s0h, s0d) + inflowh + mobilityh)
end program drive
