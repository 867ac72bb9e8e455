! run: -b
! has: _b(
! cost of an array-section power whose base is a mean of two sections (constant real exponent)
module flow
  implicit none
  integer, parameter :: nx = 400
  real(8), parameter :: n = 3
contains
  subroutine steps(a, v)
    real(8), intent(in) :: a(nx+1)
    real(8), intent(out) :: v
    real(8) :: h(nx+1), d(nx)
    integer :: t
    h = 1 + a
    do t = 1, 400
      d(:) = 1d-3*((h(1:nx)+h(2:nx+1))/2)**(n+2)
      h(2:nx) = h(2:nx) + 1d-3*(d(2:nx) - d(1:nx-1))
    end do
    v = sum(h)
  end subroutine
end module
