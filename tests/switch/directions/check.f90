program check
  use diffsizes
  implicit none
  integer, parameter :: n = 6
  real(8) :: angles(n), anglesd(nbdirsmax, n), lengths(n), goal(2), reach(2), reachd(nbdirsmax, 2)
  real(8) :: distance, distanced(nbdirsmax), up(2), down(2), h, far, near
  integer :: k
  external :: arm, arm_dv
  lengths = [(1.0d0/k, k=1, n)]
  angles = [(0.3d0*k - 0.7d0, k=1, n)]
  goal = [1.5d0, 1.0d0]
  anglesd = 0.0d0
  do k = 1, n
    anglesd(k, k) = 1.0d0
  end do
  call arm_dv(n, angles, anglesd, lengths, goal, reach, reachd, distance, distanced, n)
  h = 1.0d-6
  do k = 1, n
    call arm(n, angles + h*anglesd(:, k), lengths, goal, up, far)
    call arm(n, angles - h*anglesd(:, k), lengths, goal, down, near)
    if (maxval(abs((up - down)/(2*h) - reachd(k, :))) > 1.0d-8) stop 1
    if (abs((far - near)/(2*h) - distanced(k)) > 1.0d-8) stop 2
  end do
  print *, 'directions: right'
end program check
