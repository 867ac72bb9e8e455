! run: -d
! has: solve_d(
! lacks: spread(
! solve is called with an active matrix in one place, and a passive one in another
module lin
contains
 subroutine solve(a, b, x)
  real(8), intent(in) :: a(3), b(3)
  real(8), intent(out) :: x(3)
  x = b/a
 end subroutine
end module
module top
contains
 subroutine f(p, y)
  use lin
  real(8), intent(in) :: p(3)
  real(8), intent(out) :: y
  real(8) :: a(3), z(3)
  a = 1.d0 + p**2
  call solve(a, p, z)
  y = sum(z)
  call g(z, y)
 end subroutine
 subroutine g(z, y)
  use lin
  real(8), intent(in) :: z(3)
  real(8), intent(inout) :: y
  real(8) :: a(3), x(3)
  a = 2.d0
  call solve(a, z, x)
  y = y + sum(x)
 end subroutine
end module
