! test: adj-out
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, t
  t = x*x ! adj-out: t
  x = t*t
  y = x*t
  t = 0.0d0
end subroutine f
