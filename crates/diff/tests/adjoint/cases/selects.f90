! head: selects(y)/(x)
! n = 9
subroutine selects(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 1.d0
  do i = 1, n
    select case (mod(i, 5))
    case (0)
      y = y*x(i)
    case (1, 3)
      y = y + x(i)*y
      if (y > 3.d0) cycle
      y = y*y
    case (4)
      y = 0.5d0*y
    case default
      y = sin(y)
    end select
    if (i == 3) then
      y = y + x(1)
    else if (y > 2.d0) then
      y = y*0.25d0*x(2)
    end if
  end do
end subroutine selects
