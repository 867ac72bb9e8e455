! head: arrayforms(y s)/(x a)
subroutine arrayforms(n, x, a, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a(n,n)
  real(8), intent(out) :: y(n), s
  real(8) :: b(n,n), c(0:n-1), p
  integer :: i
  b = transpose(a) + spread(x, 1, n)*2.d0
  c = [(x(i)*i, i = 1, n)]
  y = matmul(b, x) + matmul(x, a) + cshift(c, 1) + eoshift(x, -1)
  s = maxval(y) - minval(b) + product(c(0:2)) + norm2(x) + dot_product(x, c) + sum(b*a, mask=a > 0.2d0)
  s = s + sum(x + s) + sum(pack(a, a > 0.d0)) + sum(reshape(a, [n*n])) + maxval(c, mask=c < 2.d0)
  p = s*x(1)
  y(2:n) = y(1:n-1)*x(2:n) + p
  y = merge(y, x*p, x > 0.3d0) + sum(b, dim=1) + norm2(b, 2)
  forall (i = 1:n, x(i) > 0.1d0) y(i) = y(i)*sqrt(x(i)) + x(n+1-i)
  do concurrent (i = 1:n)
    y(i) = y(i)*max(x(i), 0.5d0)
  end do
  b(:,1) = y
  y(1) = y(1) + b(n,1)
end subroutine arrayforms
