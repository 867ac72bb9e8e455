! Lists of USE … ONLY hold what the original needed: constants and variables that its derivative does not mention are gone from them, kinds and extents
! that declarations need are not.
! head: cost(p)\(c)
! inputs: p(3) = 0.5 .. 1.5
module constants
  implicit none
  integer, parameter :: wp = kind(1.0d0), most = 3
  real(wp), parameter :: air = 0.025_wp, clay = 1.16_wp, sand = 1.57_wp
end module constants
module soil
  use constants, only: wp
  implicit none
  real(wp) :: b, conductivity, capacity, idle
end module soil
subroutine setup(p)
  use constants, only: wp, most, air, clay, sand
  use soil, only: b, conductivity, capacity, idle
  implicit none
  real(wp), intent(in) :: p(most)
  b = 3.1_wp*p(1)
  capacity = p(2)**2
  idle = sand
  conductivity = (air**0.4_wp)*clay*sand
end subroutine setup
subroutine cost(p, c)
  use constants, only: wp, most, a => air
  use soil, only: b, conductivity, capacity
  implicit none
  real(wp), intent(in) :: p(most)
  real(wp), intent(out) :: c
  real(wp) :: t(most)
  call setup(p)
  t = [real(wp) :: 1, 2, 3]*p
  c = b*conductivity + capacity**2 + sum(t)*a
end subroutine cost
