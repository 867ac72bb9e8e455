! Table 2 of Strout and Hovland, row by row, and what stands beside the table: constants, functions, subscripts, conversions.
! test: linear, nonlinear
! The example of §2: x = 3*z + y**2 + w/(v*v).
subroutine example(x, y, z, v, w) ! linear: x<z | nonlinear: x<y x<w x<v
  real(8) :: x, y, z, v, w
  x = 3*z + y**2 + w/(v*v)
end subroutine example

! DEPS(k), and functions that are constant between steps.
subroutine constants(k, x, y) ! nonlinear:
  integer :: k
  real(8) :: x, y
  y = k*2 + k**3 + aint(x)
end subroutine constants

! DEPS(v): what v depends on, too.
subroutine chains(x, y, t, u) ! linear: t<x u<t u<x | nonlinear: y<t y<u y<x
  real(8) :: x, y, t, u
  t = x
  u = -(t + 1)
  y = u*u
end subroutine chains

! e1 + e2 with a variable in both: the lower class.
subroutine sums(x, y, z) ! linear: z<y | nonlinear: z<x
  real(8) :: x, y, z
  z = x - y + sin(x)
end subroutine sums

! e1*e2, e1/e2: nonlinear in all; with constants, as e.
subroutine products(x, y, p, q, r, s, t) ! linear: q<x r<x | nonlinear: p<x p<y s<x t<x t<y
  real(8), parameter :: pi = 3.14d0
  real(8) :: x, y, p, q, r, s, t
  p = x*y
  q = 2*pi*x
  r = x/pi
  s = pi/x
  t = x/y
end subroutine products

! e power 1, e power k.
subroutine powers(k, x, p, q, r) ! linear: p<x | nonlinear: q<x r<x
  integer :: k
  real(8) :: x, p, q, r
  p = x**1
  q = x**2
  r = x**k
end subroutine powers

! Sums and rearrangements are linear, subscripts and tests are no dependence.
subroutine arrays(n, k, a, b, c, d, s) ! linear: s<a b<a d<b d<a | nonlinear: c<a c<b c<c
  integer :: n, k(n)
  real(8) :: a(n), b(n), c(n), d(n), s
  s = sum(a)
  b(k(1)) = merge(a(2), a(3), a(1) > 0)
  c = c*dot_product(a, b)
  d = 0
  where (c > 0) d = real(b, 8)
end subroutine arrays

! A variable that is overwritten entirely forgets; the names of what others were made from stay.
subroutine overwritten(x, y, z) ! linear: z<y z<x
  real(8) :: x, y, z
  y = x
  z = y
  y = 1
end subroutine overwritten
