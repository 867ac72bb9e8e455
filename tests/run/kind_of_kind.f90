! A constant that only the kind of a literal in another constant mentions.
! head: sq(x)\(y)
subroutine sq(x, y)
  implicit none
  integer, parameter :: sp = kind(1.0), dp = selected_real_kind(2*precision(1.0_sp))
  real(dp), intent(in) :: x(3)
  real(dp), intent(out) :: y
  complex(dp) :: z
  z = cmplx(x(1), x(2), dp)
  y = aimag(z*z) + x(3)**2
end subroutine sq
