! Constants in lists of complex numbers.
! head: f(x)\(y)
! inputs: x(2) = 0.5 .. 1.5
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  complex(8) :: z, m(2)
  z = cmplx(x(1), x(2), 8)
  m = [z, (1d0, 0d0)]*z
  y = real(m(1)) + aimag(m(2))
end subroutine
