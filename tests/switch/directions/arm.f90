! The end of an arm of joints, and its distance to a goal.
subroutine arm(n, angles, lengths, goal, reach, distance)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: angles(n), lengths(n), goal(2)
  real(8), intent(out) :: reach(2), distance
  real(8) :: angle
  integer :: i
  reach = 0.0d0
  angle = 0.0d0
  do i = 1, n
    angle = angle + angles(i)
    reach(1) = reach(1) + lengths(i)*cos(angle)
    reach(2) = reach(2) + lengths(i)*sin(angle)
  end do
  distance = norm2(reach - goal)
end subroutine arm
