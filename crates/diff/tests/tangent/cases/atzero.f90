! Where a formula has no finite value the derivative is zero, and nothing traps.
! head: atzero(y)/(x)
subroutine atzero(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = sqrt(x) + x**0.5d0 + norm2(x)
  where (x > 0.d0)
    y = y*sqrt(x)
  elsewhere
    y = 0.d0
  end where
end subroutine atzero
! driver:
program driver
  implicit none
  real(8) :: x(3), xd(3), y(3), yd(3)
  x = 0.d0
  xd = [1.d0, 2.d0, 3.d0]
  call atzero_d(3, x, xd, y, yd)
  if (any(abs(yd) > 0.d0) .or. any(abs(y) > 0.d0)) then
    print *, yd
    stop
  end if
  x = [0.d0, 4.d0, 0.d0]
  call atzero_d(3, x, xd, y, yd)
  ! y = x + x + 2 sqrt(x) sqrt(x) ...: (2 sqrt x + r) sqrt x with r = x = 4 there
  if (abs(yd(1)) + abs(yd(3)) > 0.d0 .or. abs(yd(2) - (2.d0*2.d0 + 2.d0*2.d0 + 4.d0*2.d0/4.d0)) > 1.d-12) then
    print *, yd
    stop
  end if
  print *, 'ok'
end program driver
