! Locals of internal procedures with the names that derivatives of the host would have.
! head: top(x)\(y)
subroutine top(x, y)
  implicit none
  double precision, intent(in) :: x(2)
  double precision, intent(out) :: y
  double precision :: z
  z = x(1)*x(2)
  call inner
  y = z*z
contains
  subroutine inner
    double precision :: zb, zd, z0
    zb = sin(z)
    zd = zb*z
    z0 = zd*x(1)
    z = z*zb + z0*zd
    z = z*exp(zd)*z0
  end subroutine
end subroutine
