! test: read, exposed, written, killed, dep
subroutine f(a, b, c, d, n) ! read: a b n | exposed: a n b | written: b c d | killed: b | dep: b<a c<b c<c c<n d<d d<n
  integer :: n
  real(8) :: a, b, c, d(n), t
  t = a
  if (n > 0) then
    c = b
  end if
  b = t
  if (n > 3) return
  d(1) = 0.0d0
end subroutine f
recursive subroutine r(n, x, y) ! read: n | exposed: n | written: x y | dep: x<n x<x y<n y<y
  integer, intent(in) :: n
  real(8) :: x, y
  if (n > 0) then
    call r(n - 1, y, x)
  else
    x = 1.0d0
  end if
end subroutine r
subroutine caller(k) ! read: k p q | exposed: k q | written: p q | killed: p | dep: p<k p<q q<k q<q
  integer :: k
  real(8) :: p, q
  common /shared/ p, q
  p = 0.0d0
  call r(k, p, q)
  call f(p, q, p, q, k)
end subroutine caller
subroutine stops(a) ! read: a | exposed: a | written: a | killed: a
  real(8) :: a
  if (a < 0.0d0) then
    stop
  end if
  a = 1.0d0
end subroutine stops
