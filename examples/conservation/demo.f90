! Calls the adjoint of conservation.f90, prints some of the gradient beside central differences, and times it. `make demo` runs it.
program demo
  use conservation, only: dp, simulate
  use conservation_diff, only: simulate_b
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: n = 200, nt = 1000, rounds = 7
  real(dp), parameter :: dx = 1.0_dp/n, dt = 0.06_dp*dx, h = 1.0e-7_dp
  real(dp) :: s0(n), s0b(n), wells(n), observed(nt), s(n), sb(n)
  real(dp) :: inflow, inflowb, mobility, mobilityb, cost, costb
  real(dp) :: primal, adjoint, worst
  integer :: i, k

  s0 = [(0.2_dp + 0.1_dp*sin(0.05_dp*i), i=1, n)]
  wells = [(0.1_dp*cos(0.3_dp*i), i=1, n)]
  observed = [(0.5_dp + 0.3_dp*sin(0.02_dp*i), i=1, nt)]
  inflow = 0.93_dp
  mobility = 0.5_dp

  call derive()
  print '(2x,a,i0,a,i0,a,i0,a)', 'The cost of ', nt, ' steps on ', n, ' cells, and its gradient: ', n + 2, &
    & ' numbers by one call of the adjoint.'
  print '(/,4x,a,t30,a,t38,a)', 'by', 'adjoint', 'central differences'
  worst = 0.0_dp
  do k = 1, 3
    i = 1 + (k - 1)*(n - 1)/2
    call compare('s0', i, s0b(i), slope(i, 0.0_dp, 0.0_dp))
  end do
  call compare('inflow', 0, inflowb, slope(0, h, 0.0_dp))
  call compare('mobility', 0, mobilityb, slope(0, 0.0_dp, h))

  primal = huge(primal)
  adjoint = huge(adjoint)
  do k = 1, rounds
    primal = min(primal, seconds(.false.))
    adjoint = min(adjoint, seconds(.true.))
  end do
  print '(/,4x,a,f0.1,a,f0.1,a,f0.1,a,i0,a)', 'time: cost ', 1.0e3_dp*primal, ' ms, gradient ', 1.0e3_dp*adjoint, ' ms, that is ', &
    & adjoint/primal, ' times as much (differences: ', n + 3, ' times)'
  if (worst > 1.0e-4_dp) error stop 'the gradient does not agree with central differences'

contains

  subroutine derive()
    costb = 1.0_dp
    call simulate_b(n, nt, dx, dt, s0, s0b, inflow, inflowb, mobility, mobilityb, wells, observed, s, sb, cost, costb)
  end subroutine derive

  ! The central difference of the cost in one cell (none for 0), the inflow or the mobility.
  function slope(cell, of_inflow, of_mobility) result(difference)
    integer, intent(in) :: cell
    real(dp), intent(in) :: of_inflow, of_mobility
    real(dp) :: difference, sign, moved(n), costs(2)
    integer :: side
    do side = 1, 2
      sign = 2*side - 3
      moved = s0
      if (cell > 0) moved(cell) = s0(cell) + sign*h
      call simulate(n, nt, dx, dt, moved, inflow + sign*of_inflow, mobility + sign*of_mobility, wells, observed, s, costs(side))
    end do
    difference = (costs(2) - costs(1))/(2.0_dp*h)
  end function slope

  subroutine compare(name, index, ours, differences)
    character(len=*), intent(in) :: name
    integer, intent(in) :: index
    real(dp), intent(in) :: ours, differences
    character(len=12) :: label
    label = name
    if (index > 0) write (label, '(a,"(",i0,")")') name, index
    print '(4x,a,2es20.10)', label, ours, differences
    worst = max(worst, abs(ours - differences)/(1.0e-3_dp + abs(differences)))
  end subroutine compare

  function seconds(of_adjoint) result(elapsed)
    logical, intent(in) :: of_adjoint
    real(dp) :: elapsed
    integer(int64) :: start, finish, rate
    call system_clock(start, rate)
    if (of_adjoint) then
      call derive()
    else
      call simulate(n, nt, dx, dt, s0, inflow, mobility, wells, observed, s, cost)
    end if
    call system_clock(finish)
    elapsed = real(finish - start, dp)/real(rate, dp)
  end function seconds

end program demo
