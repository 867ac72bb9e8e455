! C = alpha op(A) op(B) + beta C, for all operations.
program closed
  use judge
  implicit none
  integer, parameter :: m = 5, n = 4, k = 3, ld = 7
  real(dp) :: a(ld, ld), b(ld, ld), c(ld, ld), ab(ld, ld), bb(ld, ld), cb(ld, ld), w(ld, ld), start(ld, ld)
  real(dp) :: oa(m, k), ob(k, n), oab(m, k), obb(k, n), want(ld, ld), alpha, beta, alphab, betab
  integer :: i, seed
  character :: ta, tb
  seed = 1
  call fill(seed, a, ld*ld)
  call fill(seed, b, ld*ld)
  call fill(seed, start, ld*ld)
  call fill(seed, w, ld*ld)
  alpha = 0.7_dp
  beta = -1.3_dp
  do i = 1, 4
    ta = merge('N', 'T', i <= 2)
    tb = merge('N', 'T', mod(i, 2) == 0)
    if (ta == 'N') oa = a(:m, :k)
    if (ta == 'T') oa = transpose(a(:k, :m))
    if (tb == 'N') ob = b(:k, :n)
    if (tb == 'T') ob = transpose(b(:n, :k))
    c = start
    cb = w
    ab = 0.0_dp
    bb = 0.0_dp
    alphab = 0.0_dp
    betab = 0.0_dp
    call dgemm_b(ta, tb, m, n, k, alpha, alphab, a, ab, ld, b, bb, ld, beta, betab, c, cb, ld)
    oab = alpha*matmul(w(:m, :n), transpose(ob))
    obb = alpha*matmul(transpose(oa), w(:m, :n))
    call same('alpha', [alphab], [sum(w(:m, :n)*matmul(oa, ob))], 1)
    call same('beta', [betab], [sum(w(:m, :n)*start(:m, :n))], 1)
    want = 0.0_dp
    if (ta == 'N') want(:m, :k) = oab
    if (ta == 'T') want(:k, :m) = transpose(oab)
    call same('A '//ta, ab, want, ld*ld)
    want = 0.0_dp
    if (tb == 'N') want(:k, :n) = obb
    if (tb == 'T') want(:n, :k) = transpose(obb)
    call same('B '//tb, bb, want, ld*ld)
    want = w
    want(:m, :n) = beta*w(:m, :n)
    call same('C', cb, want, ld*ld)
  end do
end program closed
