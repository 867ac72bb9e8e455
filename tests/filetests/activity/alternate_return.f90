! test: varied, useful
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, t
  call g(x, t, *10) ! varied: t x | useful: x
  y = t ! varied: t x y | useful: t
  return ! varied: t x y | useful: y
10 y = x ! varied: t x y | useful: x
end subroutine f
subroutine g(a, b, *)
  real(8) :: a, b
  b = 1.0d0 ! varied: a | useful: a
  if (a > 0.0d0) return 1 ! useful: a b | varied: a
  b = a ! varied: a b | useful: a
end subroutine g
