! head: kinds(y)/(x z)
subroutine kinds(n, x, z, y)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(8), intent(in) :: z
  real(4), intent(out) :: y
  real(8) :: t
  t = dble(x(1))*z
  t = t*t + x(2)
  y = real(t, 4)*x(3)
end subroutine kinds
