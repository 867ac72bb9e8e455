! Dependence through control, through subscripts, and not through a dead local.
! test: dep, diffdep
subroutine f(x, k, y, a) ! dep: a<a a<k a<x y<x | diffdep: y<
  integer :: k
  real(8) :: x, y, a(10), t
  t = x
  t = 1.0d0
  if (x > 0.0d0) t = 2.0d0
  y = t
  a(k) = y
end subroutine f
real(8) function g(x, p) ! dep: g<p g<x | diffdep: g<x
  real(8) :: x, p
  g = x*x
  do while (g < p)
    g = g + floor(x)
  end do
end function g
subroutine h(x, y) ! dep: x<x x<y y<x y<y | diffdep: x<x x<y y<x y<y
  real(8) :: x, y, unknown
  external unknown
  y = unknown(y, x)
end subroutine h
