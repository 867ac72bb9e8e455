! head: exits(y)/(x)
! n = 9
subroutine exits(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(4)
  real(8) :: t
  integer :: i, j
  t = x(1)
  y = 0.d0
  do i = 1, n
    t = t + x(i)*t
    if (x(i) < 0.2d0) cycle
    if (t > 6.d0) then
      t = t*0.25d0
      y(1) = y(1) + t*x(i)
      exit
    end if
    t = t*t*0.4d0
    y(2) = y(2) + t
  end do
  outer: do i = 1, n
    do j = 1, n
      y(3) = y(3) + x(j)*y(3) + x(i)
      if (y(3) > 3.d0) cycle outer
      if (y(3) > 2.5d0 .and. i == 2) exit outer
      y(3) = y(3)*1.01d0*x(j)
    end do
    y(4) = y(4)*x(i) + y(3)*y(3)
  end do outer
  y(4) = y(4)*t
end subroutine exits
