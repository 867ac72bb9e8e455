! head: zerotrips(y)/(x)
! n = 4
subroutine zerotrips(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, k, m
  y = x(1)
  do k = -2, n
    m = k
    do i = 1, m
      y = y + x(i)*y
      if (y > 4.d0) exit
    end do
    if (k > 2) then
      do i = k, n, 2
        y = y*x(i)
      end do
    end if
  end do
  do while (y > 1.d6)
    y = y*0.5d0*x(1)
  end do
end subroutine zerotrips
