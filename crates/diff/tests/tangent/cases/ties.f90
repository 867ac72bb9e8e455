! First of equals.
! head: ties(y)/(x)
subroutine ties(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y(1) = max(x(1), x(2)) + min(x(1), x(2), x(3))
  y(2) = maxval(x)
  y(3) = minval(x)
end subroutine ties
! driver:
program driver
  implicit none
  real(8) :: x(3), xd(3), y(3), yd(3)
  x = 1.d0
  xd = [1.d0, 10.d0, 100.d0]
  call ties_d(x, xd, y, yd)
  if (abs(yd(1) - 2.d0) + abs(yd(2) - 1.d0) + abs(yd(3) - 1.d0) > 0.d0) then
    print *, yd
    stop
  end if
  print *, 'ok'
end program driver
