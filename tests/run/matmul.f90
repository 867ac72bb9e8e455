! MATMUL, TRANSPOSE and DOT_PRODUCT.
! head: f(a b x)\(y)
! inputs: n = 3
! inputs: m = 2
subroutine f(n, m, a, b, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(m, n), x(m)
  real(8), intent(out) :: y
  real(8) :: c(n, n), v(n), w(m)
  integer :: i
  c = matmul(a, b)
  c = matmul(c, transpose(c)) + c
  v = matmul(a, x)
  w = matmul(v, a)
  do i = 1, 2
    v = matmul(c, v)/10.0d0
    c(i, :) = v*w(1)
  end do
  y = dot_product(v, matmul(c, v)) + dot_product(w, x) + sum(matmul(transpose(a), v)**2)
  y = y + dot_product(a(:, 1), b(2, :)) + sum(transpose(a)*b)
end subroutine
