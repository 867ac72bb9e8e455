! head: powers(y)/(x)
subroutine powers(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: p
  do i = 1, n
    p = abs(x(i)) + 0.5d0
    y(i) = p**2 + p**(-1) + p**(-2)*x(i) + p**2.5d0 - p**0.5d0 + p*p*p + p**k + p**p + 2**x(i) + 2.5d0**p
    y(i) = y(i) + x(i)*p**(x(i) + 1.d0)
    if (i < n) y(i) = y(i)/(1.d0 + p**2)
  end do
end subroutine powers
