! Array constructors: nested, implied loops, of zero size, with a type, that read what they replace.
! head: f(x s)\(y)
! inputs: n = 5
subroutine f(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), s
  real(8), intent(out) :: y
  real(8) :: v(n), w(2*n), z(0), q(3, 2)
  integer :: i, j
  v = [(x(i)*s**i, i = 1, n)]
  w = [v, x(n:1:-1)*s]
  w = [w(n+1:), (w(i), i = 1, n)]
  v = [s, x(2)*x(3), [x(4:5), x(1)]]
  q = reshape([((x(i)*x(j), i = 1, 3), j = 1, 2)], [3, 2])
  z = [real(8) ::]
  y = sum([s, v, w]**2) + sum(z) + sum(q*q) + dot_product([s, x(1)], [x(2), s*s]) + maxval([s, x])
  y = y + sum([real(8) :: x(1), s, 3])
end subroutine
