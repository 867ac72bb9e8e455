! The gradient of the misfit by one adjoint, beside differences.
program main
  use rod, only: misfit
  use rod_diff, only: misfit_b
  implicit none
  integer, parameter :: wp = kind(1.0d0), n = 7
  real(wp), parameter :: step = 1.0e-5_wp
  real(wp) :: heating(n), gradient(n), moved(n), cost, costb, up, down, difference
  logical :: right
  integer :: i
  heating = 0.1_wp
  cost = 0.0_wp
  costb = 1.0_wp
  call misfit_b(n, heating, gradient, cost, costb)
  right = .true.
  do i = 2, n - 1
    moved = heating
    moved(i) = heating(i) + step
    call misfit(n, moved, up)
    moved(i) = heating(i) - step
    call misfit(n, moved, down)
    difference = (up - down)/(2.0_wp*step)
    print '(a, i0, a, f12.6, a, f12.6)', 'node ', i, ': adjoint ', gradient(i), '   differences ', difference
    right = right .and. abs(gradient(i) - difference) < 1.0e-4_wp*abs(difference)
  end do
  if (.not. right) error stop 'the gradient is wrong'
end program main
