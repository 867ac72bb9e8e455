! head: saved(y)/(x)
subroutine saved(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t, u
  integer :: i, first, last
  first = 1
  last = n
  t = x(1)
  do i = first, last
    t = t*x(i)
    first = first + 1
    last = last - 1
    u = t
    if (i > 2) then
      u = u*u
      t = t + u
    else if (t > 0.1d0) then
      t = t - u*x(i)
    end if
  end do
  y = t*u + first*x(last + 1)
  i = 3
  y = y*x(i)
  i = 2
  y = y*x(i)
end subroutine saved
