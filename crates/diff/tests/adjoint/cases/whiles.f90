! head: whiles(y)/(x)
subroutine whiles(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: r
  integer :: i
  y = 0.3d0
  i = 0
  do while (y < 20.d0)
    i = mod(i, n) + 1
    y = y*(1.d0 + x(i)*x(i)) + 0.1d0
  end do
  r = 1.d0
  do
    r = r + x(2)*0.1d0*r
    if (r > 2.d0) exit
    if (r > 1.3d0) cycle
    r = r*1.1d0
  end do
  y = y*r*r
end subroutine whiles
