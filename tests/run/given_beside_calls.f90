! A procedure takes an independent that has no influence through this call: its derivative is the caller's, and is not cleared.
! head: h(y)/(x p)
subroutine f(a, z, r, s)
  implicit none
  real(8), intent(in) :: a, z
  real(8), intent(out) :: r, s
  r = a*sin(a)
  s = z*a
end subroutine
subroutine h(x, p, y)
  implicit none
  real(8), intent(in) :: x, p
  real(8), intent(out) :: y
  real(8) :: r, s
  call f(x, p, r, s)
  y = r*s
  call f(x, p, r, s)
  y = x*y*r
end subroutine
