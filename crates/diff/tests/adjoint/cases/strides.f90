! head: strides(y)/(x)
! n = 11
subroutine strides(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, m, s
  y = 1.d0
  m = n
  s = 3
  do i = 1, m, s
    y = y*(1.d0 + 0.3d0*x(i))
    m = 2
  end do
  do i = 9, 3, -4
    y = y + x(i)*y
    do j = i, m
      y = y*7.d0
    end do
  end do
  s = -2
  do i = n-1, m, s
    y = y + sin(x(i))*y
  end do
  do i = m, 3, 4
    y = y*x(i)
  end do
  y = y*y
end subroutine strides
