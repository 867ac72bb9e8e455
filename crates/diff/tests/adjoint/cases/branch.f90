! head: f(y)/(x)
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  y = 0.d0
  do i = 1, n
    t = x(i)*x(i)
    if (t > 2.d0) then
      t = sin(t)*x(i)
    else
      t = t + 3.d0
    end if
    y = y + t*t
  end do
end subroutine f
