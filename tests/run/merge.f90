! MERGE, PACK and UNPACK.
! head: f(x z)\(y)
! inputs: n = 5
! inputs: x = -1 .. 1
subroutine f(n, x, z, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), z
  real(8), intent(out) :: y
  real(8) :: v(n), w(n), p(n)
  integer :: k
  v = merge(x*x, -x, x > 0.2d0)
  w = merge(v, z, mod([1, 2, 3, 4, 5], 2) == 0)
  y = merge(z, x(1), z > x(2)) + sum(v*w)
  k = count(x > 0.0d0)
  p = 0.0d0
  p(1:k) = pack(x*z, x > 0.0d0)
  w = unpack(p*p, x > 0.0d0, v)
  y = y + sum(w*p) + sum(pack(v, v > 0.1d0)**2)
  p = unpack(x, x < 0.0d0, z)
  y = y + sum(p**3)
  w = hypot(1.d0 + abs(x), merge(x(2), z, all(x > -2.d0) .and. z/(2.d0 + x(1)**2) > 0.1d0))
  y = y + sum(w*x)
end subroutine
