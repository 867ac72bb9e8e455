! head: arrays(y b)/(a x)
! n = 4
! m = 3
subroutine arrays(n, m, a, x, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n,m), x(m)
  real(8), intent(out) :: b(n), y
  real(8) :: z(n,m), s, v(n), w(m)
  b = matmul(a, x)
  v = 2.d0
  v(2:n) = b(1:n-1)*x(1)
  s = sum(b*v) + sum(a, mask=a > 0.5d0) + dot_product(b, v)
  z = s*a + spread(b, 2, m)
  z(:,2) = z(:,2)*sum(z, dim=2)
  w = matmul(transpose(z), b)
  y = maxval(w) + minval(z) + sum(cshift(w, 1)*w) + norm2(b)
  y = y + product(1.d0 + 0.1d0*w) + sum(merge(a, 2.d0*z, a > 0.6d0))
  y = y*sum(reshape(z*z, [n*m]))
  b = b + y*[b(1), b(3), x(1), s]
end subroutine arrays
