! Two modules give their variables, types and procedures the same names, and who uses both renames them: derivatives are renamed likewise. What nobody
! names may have one name twice (`work`).
! head: app%go(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
module atmos
  implicit none
  integer, parameter :: n = 3
  type state
    real(8) :: t(n)
    integer :: k = 1
  end type state
  real(8) :: scale = 1
  real(8) :: work(2) = 1
  interface operator(+)
    module procedure add
  end interface
contains
  subroutine setup(s, x)
    type(state), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%t = x**2
    scale = 1 + x(1)*sum(work)
    work = x(2)
  end subroutine setup
  function add(p, q) result(r)
    type(state), intent(in) :: p, q
    type(state) :: r
    r%t = p%t*q%t
  end function add
end module atmos
module ocean
  implicit none
  integer, parameter :: n = 2
  type state
    real(8), allocatable :: t(:)
    real(8) :: s = 0
  end type state
  real(8) :: scale = 2
  real(8) :: work = 1
contains
  subroutine setup(s, x)
    type(state), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%t = sin(x)
    s%s = x(2)*work
    scale = exp(-x(2))
    work = x(3)
  end subroutine setup
end module ocean
module coupler
  use atmos, only: air => state, air_setup => setup, air_scale => scale, m => n, operator(+)
  use ocean, only: water => state, water_scale => scale
  implicit none
  integer, parameter :: n = 5
  type pair
    type(air) :: a
    type(water) :: w
    real(8) :: flux(m)
  end type pair
  type(air) :: first = air([1d0, 2d0, 3d0], 2)
contains
  subroutine couple(p, x)
    use ocean, only: water_setup => setup
    type(pair), intent(out) :: p
    real(8), intent(in) :: x(m)
    call air_setup(p%a, x)
    call water_setup(p%w, x)
    p%flux = p%a%t*air_scale + p%w%t*water_scale
    first%t = first%t*x
    p%a = p%a + (first + air(t=2*x))
    p%w = water(p%w%t**2, p%w%s*p%a%k)
  end subroutine couple
end module coupler
module passes_air
  use atmos
end module passes_air
module passes_water
  use ocean
end module passes_water
module app
  use coupler
  use passes_air
  use passes_water
  implicit none
contains
  subroutine go(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(pair) :: p
    call couple(p, x)
    y = sum(p%flux*p%a%t)*p%w%s*sum(p%w%t) + water_scale
  end subroutine go
end module app
