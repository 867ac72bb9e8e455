! Array constructors: nested, implied loops, of zero size, with a type, that read what they replace.
! inputs: n = 5
! head: f(x s)\(y)
! head: around(x s)\(y)
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

! The variables of implied loops live in the constructor: these are those of the loops around them, and an index that is read again.
subroutine around(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), s
  real(8), intent(out) :: y(n)
  real(8) :: v(4), w(4)
  integer :: i, j, k
  y = 0
  do k = 1, n
    i = n + 1 - k
    j = min(i, 2)
    y(i) = x(i)**2*s
    v = [(x(i)*(i - 0.5d0), i = 1, 4)]
    w = [s*x(i), ((x(i)*x(j)*s, i = j, 2), j = 2, 1, -1)]
    y(i) = y(i)*x(j) + sum(v**2)*x(i) + w(j)**2
  end do
  do i = 1, n - 1
    v = [(x(i)*i*s, i = 4, 1, -1)]
    y(i) = y(i)*v(2) + i*v(4)**2
  end do
  y(i) = y(i)*x(1)
end subroutine
