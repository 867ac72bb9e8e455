! The same variable passed twice to a procedure.
! head: alias(x)\(y)
subroutine alias(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = 2.0d0*x
  call mul(t, t, y)
  call mul(y, x, t)
  y = y + t
end subroutine alias

subroutine mul(a, b, c)
  implicit none
  real(8), intent(in) :: a, b
  real(8), intent(out) :: c
  c = a*b
end subroutine mul
