! X = inv(A) B, A tridiagonal: the adjoint of B is inv(A)^T W, that of A is the part of -inv(A)^T W X^T on the three diagonals.
program closed
  use judge
  implicit none
  integer, parameter :: n = 9, nrhs = 2
  real(dp) :: dl(n - 1), d(n), du(n - 1), b(n, nrhs), w(n, nrhs)
  real(dp) :: dlb(n - 1), db(n), dub(n - 1), bb(n, nrhs), a(n, n), x(n, nrhs), want(n, nrhs), ab(n, n)
  integer :: i, info, seed
  seed = 1
  call fill(seed, dl, n - 1)
  call fill(seed, d, n)
  call fill(seed, du, n - 1)
  call fill(seed, b, n*nrhs)
  call fill(seed, w, n*nrhs)
  ! Rows are interchanged in every step.
  dl = 4.0_dp + dl
  a = 0.0_dp
  do i = 1, n
    a(i, i) = d(i)
    if (i < n) a(i + 1, i) = dl(i)
    if (i < n) a(i, i + 1) = du(i)
  end do
  x = matmul(real_inverse(a), b)
  want = matmul(transpose(real_inverse(a)), w)
  ab = -matmul(want, transpose(x))
  bb = w
  dlb = 0.0_dp
  db = 0.0_dp
  dub = 0.0_dp
  call dgtsv_b(n, nrhs, dl, dlb, d, db, du, dub, b, bb, n, info)
  call same('the adjoint of B', bb, want, n*nrhs)
  call same('the adjoint of the diagonal', db, [(ab(i, i), i=1, n)], n)
  call same('the adjoint of the lower diagonal', dlb, [(ab(i + 1, i), i=1, n - 1)], n - 1)
  call same('the adjoint of the upper diagonal', dub, [(ab(i, i + 1), i=1, n - 1)], n - 1)
end program closed
