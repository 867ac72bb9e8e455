! op(A) x = b, for all triangles, operations, diagonals and strides.
program closed
  use judge
  implicit none
  integer, parameter :: n = 5, ld = 7
  real(dp) :: a(ld, ld), ab(ld, ld), b(2*n), bb(2*n), w(2*n), start(2*n), want(ld, ld), rest(2*n)
  real(dp) :: t(n, n), inv(n, n), x(n), y(n)
  integer, parameter :: strides(3) = [1, 2, -1]
  integer :: i, k, incx, first, seed
  character :: uplo, trans, diag
  seed = 1
  call fill(seed, a, ld*ld)
  call fill(seed, start, 2*n)
  call fill(seed, w, 2*n)
  do i = 1, ld
    a(i, i) = a(i, i) + 3.0_dp
  end do
  do i = 0, 23
    incx = strides(1 + i/8)
    uplo = merge('L', 'U', btest(i, 0))
    trans = merge('N', 'T', btest(i, 1))
    diag = merge('N', 'U', btest(i, 2))
    b = start
    bb = w
    ab = 0.0_dp
    call dtrsv_b(uplo, trans, diag, n, a, ab, ld, b, bb, incx)
    first = merge(1, n, incx > 0)
    t = triangle(a(:n, :n), uplo, diag)
    do k = 1, n
      if (diag == 'U') t(k, k) = 1.0_dp
    end do
    if (trans == 'T') t = transpose(t)
    inv = real_inverse(t)
    x = matmul(inv, [(start(first + k*incx), k=0, n - 1)])
    y = matmul(transpose(inv), [(w(first + k*incx), k=0, n - 1)])
    rest = w
    rest([(first + k*incx, k=0, n - 1)]) = y
    call same('x', bb, rest, 2*n)
    t = -matmul(reshape(y, [n, 1]), reshape(x, [1, n]))
    if (trans == 'T') t = transpose(t)
    want = 0.0_dp
    want(:n, :n) = triangle(t, uplo, diag)
    call same('A', ab, want, ld*ld)
  end do
end program closed
