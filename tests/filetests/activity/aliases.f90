! A TARGET dummy may be what a global POINTER points to: writing to one may change the other.
! test: varied
! head: f from x to y
module m
  real(8), pointer :: gp
end module m
subroutine f(x, y, d)
  use m
  real(8) :: x, y
  real(8), target :: d
  gp = 0.0d0 ! varied: x
  d = x ! varied: d x
  y = gp ! varied: d x y
end subroutine f
