! One triangle of C = alpha A A^T + beta C or alpha A^T A + beta C.
program closed
  use judge
  implicit none
  integer, parameter :: n = 5, k = 3, ld = 7
  real(dp) :: a(ld, ld), c(ld, ld), ab(ld, ld), cb(ld, ld), w(ld, ld), start(ld, ld), want(ld, ld), s(n, n)
  real(dp) :: oa(n, k), oab(n, k), alpha, beta, alphab, betab
  integer :: i, seed
  character :: uplo, trans
  seed = 1
  call fill(seed, a, ld*ld)
  call fill(seed, start, ld*ld)
  call fill(seed, w, ld*ld)
  alpha = 0.7_dp
  beta = -1.3_dp
  do i = 0, 3
    uplo = merge('L', 'U', btest(i, 0))
    trans = merge('N', 'T', btest(i, 1))
    if (trans == 'N') oa = a(:n, :k)
    if (trans == 'T') oa = transpose(a(:k, :n))
    c = start
    cb = w
    ab = 0.0_dp
    alphab = 0.0_dp
    betab = 0.0_dp
    call dsyrk_b(uplo, trans, n, k, alpha, alphab, a, ab, ld, beta, betab, c, cb, ld)
    s = triangle(w(:n, :n), uplo, 'N')
    call same('alpha', [alphab], [sum(s*matmul(oa, transpose(oa)))], 1)
    call same('beta', [betab], [sum(s*start(:n, :n))], 1)
    oab = alpha*matmul(s + transpose(s), oa)
    want = 0.0_dp
    if (trans == 'N') want(:n, :k) = oab
    if (trans == 'T') want(:k, :n) = transpose(oab)
    call same('A', ab, want, ld*ld)
    want = w
    want(:n, :n) = w(:n, :n) + (beta - 1.0_dp)*s
    call same('C', cb, want, ld*ld)
  end do
end program closed
