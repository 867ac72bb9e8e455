! Split by a directive at a call, and at a procedure.
! head: directives(x)\(y)
subroutine directives(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  u = x
  v = cos(x)
  !$AD NOCHECKPOINT
  call advance(u, v)
  call advance(v, u)
  call always(u)
  u = u*v
  call always(v)
  y = u*v
end subroutine directives

subroutine advance(p, q)
  implicit none
  real(8), intent(inout) :: p, q
  real(8) :: t
  t = p*q
  p = p + 0.1d0*sin(t)
  q = q*cos(p)
end subroutine advance

!$AD NOCHECKPOINT
subroutine always(p)
  implicit none
  real(8), intent(inout) :: p
  p = p*p + sin(p)
  p = p*exp(-p)
end subroutine always
