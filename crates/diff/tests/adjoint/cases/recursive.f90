! head: top(y)/(x)
! n = 4
recursive subroutine power(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  if (n == 0) then
    y = 1.d0
  else
    call power(n - 1, x, t)
    y = t*x + sin(t)
  end if
end subroutine power

subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  external :: power
  call power(n, x*x, y)
end subroutine top
