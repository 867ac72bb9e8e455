! op(A) X = alpha B or X op(A) = alpha B, for all sides, triangles, operations and diagonals.
program closed
  use judge
  implicit none
  integer, parameter :: m = 5, n = 4, ld = 7
  real(dp) :: a(ld, ld), b(ld, ld), ab(ld, ld), bb(ld, ld), w(ld, ld), start(ld, ld), want(ld, ld), alpha, alphab
  integer :: i, j, k, order, seed
  character :: side, uplo, trans, diag
  seed = 1
  call fill(seed, a, ld*ld)
  call fill(seed, start, ld*ld)
  call fill(seed, w, ld*ld)
  do i = 1, ld
    a(i, i) = a(i, i) + 3.0_dp
  end do
  alpha = 0.7_dp
  do i = 0, 15
    side = merge('L', 'R', btest(i, 0))
    uplo = merge('L', 'U', btest(i, 1))
    trans = merge('N', 'T', btest(i, 2))
    diag = merge('N', 'U', btest(i, 3))
    order = merge(m, n, side == 'L')
    b = start
    bb = w
    ab = 0.0_dp
    alphab = 0.0_dp
    call dtrsm_b(side, uplo, trans, diag, m, n, alpha, alphab, a, ab, ld, b, bb, ld)
    call form(order)
  end do
contains
  subroutine form(q)
    integer, intent(in) :: q
    real(dp) :: t(q, q), inv(q, q), x(m, n), y(m, n), tb(q, q)
    t = triangle(a(:q, :q), uplo, diag)
    do k = 1, q
      if (diag == 'U') t(k, k) = 1.0_dp
    end do
    if (trans == 'T') t = transpose(t)
    inv = real_inverse(t)
    if (side == 'L') then
      x = alpha*matmul(inv, start(:m, :n))
      y = matmul(transpose(inv), w(:m, :n))
      tb = -matmul(y, transpose(x))
    else
      x = alpha*matmul(start(:m, :n), inv)
      y = matmul(w(:m, :n), transpose(inv))
      tb = -matmul(transpose(x), y)
    end if
    if (trans == 'T') tb = transpose(tb)
    call same('alpha', [alphab], [sum(w(:m, :n)*x)/alpha], 1)
    want = w
    want(:m, :n) = alpha*y
    call same('B', bb, want, ld*ld)
    want = 0.0_dp
    want(:q, :q) = triangle(tb, uplo, diag)
    do j = 1, ld
      if (diag == 'U') want(j, j) = 0.0_dp
    end do
    call same('A', ab, want, ld*ld)
  end subroutine form
end program closed
