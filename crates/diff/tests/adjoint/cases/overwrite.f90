! head: over(z y)/(x z)
subroutine over(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8), intent(inout) :: z
  real(8) :: t
  integer :: i
  t = z*z + x(1)
  t = t*x(2)
  z = sin(t)*z
  t = exp(-t)*z + t
  t = t**3/(1.d0 + t*t)
  y = x(2)
  do i = 2, n
    y(i) = y(i-1)*t + x(i)/(2.d0 + y(i)**2)
    t = 0.5d0*t + y(i)
  end do
  z = z*t - y(1)
end subroutine over
