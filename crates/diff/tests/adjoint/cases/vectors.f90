! head: vectors(y)/(x)
subroutine vectors(n, idx, x, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: idx(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), s
  integer :: k
  w = x(idx)*x
  w(idx(1:2)) = 2.d0*w(idx(1:2))
  s = 0.d0
  k = idx(2)
  s = w(k)*x(k)
  k = idx(3)
  s = s + w(k)*s
  y = sum(w*x(mod(idx, 2) + 1)) + s
end subroutine vectors
