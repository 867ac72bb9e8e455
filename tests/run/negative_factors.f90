! Products of literals with signs, in parentheses as Fortran wants them.
! inputs: x(3) = 0.5 .. 1.5
! head: products(x)\(y)
! head: quotients(x)\(y)
subroutine products(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y(1) = (-0.5d0)*x(1)*(-0.5d0)
  y(2) = x(2)*(-0.5d0)*x(2)*(-0.25d0) + (-2.d0)*sin(x(1))*(-3.d0)
  y(3) = (-0.25d0)*(+0.5d0)*x(3)*(-(0.5d0))*x(1) - 2*(-3)*x(2)*(-0.5)
end subroutine products
subroutine quotients(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  y(1) = x(1)/(2.d0 + x(2)*(-0.5d0)*x(2)*(-0.5d0))
  y = y(1)*(-0.5d0)/(x*(-0.5d0)) + x**(-0.5d0)*(-0.5d0)*(-1.5d0)
  y(3) = exp((-0.5d0)*x(3)*(-2.d0)*(-0.25d0))*(-0.125d0)
end subroutine quotients
