! Polynomial degree (Strout and Hovland, §4): the highest term in which an input stands.
! test: degree
subroutine straight(x, y, z, u) ! degree: u<x^2 u<y^3 u<z^3
  real(8) :: x, y, z, u
  u = x*(x + 1) + z*y**2
end subroutine straight

subroutine branches(n, x, u) ! degree: u<x^3
  integer :: n
  real(8) :: x, u
  u = x
  if (n > 1) u = u*x
  if (n > 2) u = u*x
end subroutine branches

! A loop may raise it for ever; a sum does not.
subroutine loops(n, x, p, s) ! degree: p<x^* s<x^2 s<s^1
  integer :: n, i
  real(8) :: x(n), p, s
  p = 1
  do i = 1, n
    p = p*x(i)
    s = s + x(i)**2
  end do
end subroutine loops

subroutine none(x, y, u, v) ! degree: u<x^* v<x^* v<y^*
  real(8) :: x, y, u, v
  u = 1/x
  v = sqrt(x*y)
end subroutine none
