! Elemental operators and functions for whole arrays of structures.
! head: net(k)\(y)
! inputs: n = 4
module spec
  implicit none
  integer, parameter :: rk = selected_real_kind(12)
  type :: sp
    real(rk) :: c = 0
    real(rk) :: rate = 0
  end type
  interface operator(+)
    module procedure add_sp
  end interface
  interface operator(*)
    module procedure scale_sp
  end interface
contains
  elemental function add_sp(a, b) result(r)
    type(sp), intent(in) :: a, b
    type(sp) :: r
    r%c = a%c + b%c
    r%rate = a%rate*b%c + b%rate
  end function
  elemental function scale_sp(a, s) result(r)
    type(sp), intent(in) :: a
    real(rk), intent(in) :: s
    type(sp) :: r
    r = sp(a%c*s, a%rate*s**2)
  end function
  elemental real(rk) function mass(a)
    type(sp), intent(in) :: a
    mass = a%c*exp(-a%rate)
  end function
end module
subroutine net(k, n, y)
  use spec
  implicit none
  integer, intent(in) :: n
  real(rk), intent(in) :: k(n)
  real(rk), intent(out) :: y
  type(sp) :: s(n), t(n)
  integer :: it
  s%c = k
  s%rate = 0.1_rk*k
  t = s*0.5_rk
  do it = 1, 3
    s = s + t*k(1)
    t = t*0.9_rk
  end do
  y = sum(mass(s)) + maxval(s%c)
end subroutine
