! x = inv(A) b: bb = inv(A)^T w, Ab = -bb x^T.
program closed
  use judge
  implicit none
  ! Larger than a block of DGETRF.
  integer, parameter :: n = 80
  real(dp) :: full(n, n), a(n, n), ab(n, n), b(n), bb(n), x(n), w(n), inv(n, n), want(n)
  integer :: i, seed
  seed = 1
  call fill(seed, full, n*n)
  call fill(seed, b, n)
  call fill(seed, w, n)
  ! The largest of each column is in another row.
  do i = 1, n
    full(mod(i + 2, n) + 1, i) = full(mod(i + 2, n) + 1, i) + n
  end do
  inv = real_inverse(full)
  x = matmul(inv, b)
  want = matmul(transpose(inv), w)
  a = full
  ab = 0.0_dp
  bb = w
  call gauss_b(n, a, ab, b, bb)
  call same('the adjoint of b', bb, want, n)
  call same('the adjoint of A', ab, -matmul(reshape(want, [n, 1]), reshape(x, [1, n])), n*n)
end program closed
