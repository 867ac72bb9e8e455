! head: returns(y)/(x)
! n = 9
subroutine returns(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j
  y = x(1)
  if (y > 100.d0) then
    y = y*y
    return
  end if
  do i = 1, n
    do j = i, n
      y = y + x(i)*x(j)*y
      if (y > 2.d0) then
        y = y*x(j)
        if (i == 2) return
        y = y*0.1d0
      end if
    end do
    y = y*x(i)
  end do
  y = sin(y)
end subroutine returns
