! Exponents that named constants make, whole ones of reals, halves, others, at zero and below; reciprocals in sums, products and quotients, written and assigned.
! inputs: n = 4
! inputs: x = 0.3 .. 1.6
! head: known_powers(x)\(f y)
! head: known_powers_at_zero(x)\(f)
! inputs: x = -1.2, 0.7, 0.0, 1.1
module exponents
  implicit none
  integer, parameter :: dp = kind(1.d0), few = 3
  real(dp), parameter :: glen = 3, half = 0.5_dp, third = 1.0_dp/3.0_dp
end module exponents

subroutine known_powers(n, x, y, f)
  use exponents
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), f
  real(8) :: r, s
  integer :: i
  y = x**(glen + 2) + ((x(1:n) + x(n:1:-1))/2)**(glen - 1)*0.1d0
  f = 0.d0
  do i = 1, n
    r = 1.0d0/(1.0d0 + exp(-x(i)))
    s = x(i)**glen + x(i)**(glen + half) + x(i)**half + x(i)**(half - 1) + x(i)**few + x(i)**(1 - few) + x(i)**third
    f = f + r*(1.0d0 - r)*s + 1.0d0/(s + x(i)*r) + x(i)**4.0d0 + x(i)**(-2.0d0)
    y(i) = y(i)/(1.0d0/x(i)) + s**2.0d0/(1.0d0/(r + s))
  end do
end subroutine known_powers

subroutine known_powers_at_zero(n, x, f)
  use exponents
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  integer :: i
  f = 0.d0
  do i = 1, n
    f = f + x(i)**few*i + x(i)**(few - 1) + x(i)**1.0d0 + abs(x(i))**1.4d0 + (x(i)**2)**(third + 1)
  end do
end subroutine known_powers_at_zero
