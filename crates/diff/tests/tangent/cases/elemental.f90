! head: top(y)/(x)
module m
  implicit none
contains
  elemental function sq(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = a*a
    if (a > 0.5d0) r = sqrt(a)
  end function sq
  pure subroutine both(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = sin(a)
  end subroutine both
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: z(n)
    z = sq(x) + 1.d0
    call both(z(2), y)
    y = y + sum(z)
  end subroutine top
end module m
! driver:
program driver
  use m, only: top
  use m_diff, only: top_d
  implicit none
  real(8) :: x(4), xd(4), y, yd, a, b, h
  h = 1.d-6
  x = [0.1d0, 0.4d0, 0.7d0, 1.2d0]
  xd = [1.d0, -2.d0, 0.5d0, 0.25d0]
  call top(4, x + h*xd, a)
  call top(4, x - h*xd, b)
  call top_d(4, x, xd, y, yd)
  if (abs(yd - (a - b)/(2*h)) > 1.d-6*abs(yd)) then
    print *, yd, (a - b)/(2*h)
    stop
  end if
  print *, 'ok'
end program driver
