! A head that speaks of some components of a structure: others, active in between, start from zero.
! head: main(x c%a)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: c%a = 0.5 .. 1.5
module m
  implicit none
  type part
    real(8) :: p, q(3)
  end type part
  type t
    real(8) :: a, b
    type(part) :: inner
  end type t
  type(t) :: g
end module m
subroutine main(x, c, w, y)
  use m
  implicit none
  real(8), intent(in) :: x
  type(t), intent(inout) :: c
  real(8), intent(inout) :: w
  real(8), intent(out) :: y
  c%b = x*c%a
  c%inner%q = sin(c%b)
  c%inner%p = c%inner%q(2)*x
  g%inner%q = c%inner%q*c%a
  g%a = x
  w = x + g%a
  y = c%b**2*c%a*w*c%inner%p + sum(g%inner%q)
end subroutine main
