! Quadruple precision by a name that USE renames: constants and temporaries have all its digits.
! head: top(x)\(y)
! inputs: n = 3
subroutine top(n, x, y)
  use iso_fortran_env, only: qp => real128
  implicit none
  integer, intent(in) :: n
  real(qp), intent(in) :: x(n)
  real(qp), intent(out) :: y
  complex(qp) :: z
  real(qp) :: t(n)
  integer :: i
  z = cmplx(x(1), x(2), qp)
  t = sqrt(x)*log10(x + 1)
  do i = 1, n
    z = z*exp(cmplx(0.0_qp, x(i), qp)) + t(i)**2.5_qp
  end do
  y = abs(z)**2 + real(z, qp)*aimag(z) + sum(x**1.5) + x(1)**3/3 + erf(x(2)) + 2**x(3)
end subroutine
