! run: -b
! has: _b(
! lacks: 1.0_dp) >=
subroutine f(h, v)
  implicit none
  real(8), parameter :: n = 3
  real(8), intent(in) :: h(10)
  real(8), intent(out) :: v
  real(8) :: d(9)
  d(:) = ((h(2:10) - h(1:9))/0.5d0)**(n - 1)
  v = sum(d)
end subroutine
