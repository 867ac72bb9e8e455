! Calls the adjoint of examples/conservation, prints some of the gradient beside divided differences, and times it.
program demo
  use conservation, only: dp, simulate
  use conservation_diff, only: simulate_b
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: n = 200, nt = 1000, rounds = 7
  real(dp), parameter :: dx = 1.0_dp/n, dt = 0.06_dp*dx, h = 1.0e-7_dp
  real(dp) :: s0(n), s0b(n), wells(n), observed(nt), s(n), moved(n)
  real(dp) :: inflow, inflowb, mobility, mobilityb, cost, costb, above, below
  real(dp) :: primal, adjoint, worst
  integer :: i, k

  do i = 1, n
    s0(i) = 0.2_dp + 0.1_dp*sin(0.05_dp*i)
    wells(i) = 0.1_dp*cos(0.3_dp*i)
  end do
  do i = 1, nt
    observed(i) = 0.5_dp + 0.3_dp*sin(0.02_dp*i)
  end do
  inflow = 0.93_dp
  mobility = 0.5_dp

  call derive()
  print '(a)', 'Gradient of cost, by the adjoint and by central differences:'
  worst = 0.0_dp
  do k = 1, 4
    i = 1 + (k - 1)*(n - 1)/3
    moved = s0
    moved(i) = s0(i) + h
    call simulate(n, nt, dx, dt, moved, inflow, mobility, wells, observed, s, above)
    moved(i) = s0(i) - h
    call simulate(n, nt, dx, dt, moved, inflow, mobility, wells, observed, s, below)
    call compare('s0', i, s0b(i), (above - below)/(2.0_dp*h))
  end do
  call simulate(n, nt, dx, dt, s0, inflow + h, mobility, wells, observed, s, above)
  call simulate(n, nt, dx, dt, s0, inflow - h, mobility, wells, observed, s, below)
  call compare('inflow', 0, inflowb, (above - below)/(2.0_dp*h))
  call simulate(n, nt, dx, dt, s0, inflow, mobility + h, wells, observed, s, above)
  call simulate(n, nt, dx, dt, s0, inflow, mobility - h, wells, observed, s, below)
  call compare('mobility', 0, mobilityb, (above - below)/(2.0_dp*h))

  primal = huge(primal)
  adjoint = huge(adjoint)
  do k = 1, rounds
    primal = min(primal, seconds(.false.))
    adjoint = min(adjoint, seconds(.true.))
  end do
  print '(a,i0,a,i0,a)', 'Time for ', n, ' cells and ', nt, ' steps:'
  print '(a,f9.3,a)', '  primal  ', 1.0e3_dp*primal, ' ms'
  print '(a,f9.3,a,f6.2,a,i0,a)', '  adjoint ', 1.0e3_dp*adjoint, ' ms, ', adjoint/primal, &
    & ' times the primal for all ', n + 2, ' derivatives'
  if (worst > 1.0e-4_dp) error stop 'the gradient does not agree with central differences'

contains

  subroutine derive()
    costb = 1.0_dp
    call simulate_b(n, nt, dx, dt, s0, s0b, inflow, inflowb, mobility, mobilityb, wells, observed, s, cost, costb)
  end subroutine derive

  subroutine compare(name, index, ours, differences)
    character(len=*), intent(in) :: name
    integer, intent(in) :: index
    real(dp), intent(in) :: ours, differences
    character(len=16) :: label
    label = name
    if (index > 0) write (label, '(a,"(",i0,")")') name, index
    print '(2x,a,2es24.14)', label, ours, differences
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
