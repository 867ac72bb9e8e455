! Whole arrays, sections, WHERE, reductions, MATMUL, reversed overlap.
! head: arrays(a b)\(c r)
! inputs: n = 4
subroutine arrays(n, a, b, c, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: c(n), r
  real(8) :: t(n), m(n, n)
  t = matmul(a, b)
  c = t*b + 2.0d0
  c(2:n) = c(1:n - 1)*b(2:n)
  where (b > 1.0d0)
    c = c*c
  elsewhere
    c = sin(c)
  end where
  m = transpose(a)
  m(1, :) = m(1, :)*c
  r = sum(m*a) + dot_product(b, c) + maxval(b) + sum(a(:, 2))
  c(n:1:-1) = c*r
end subroutine arrays
