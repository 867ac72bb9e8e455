subroutine kalman(n, m, nt, f, q, h, r, z, ll)
  implicit none
  integer, intent(in) :: n, m, nt
  real(8), intent(in) :: f(n,n), q(n,n), h(m,n), r(m,m), z(m,nt)
  real(8), intent(out) :: ll
  real(8) :: x(n), p(n,n), xp(n), pp(n,n), t(n,n), s(m,m), v(m), w(m), g(m,n), k(n,m)
  integer :: it, i, info
  real(8), external :: ddot
  x = 0.0d0
  p = 0.0d0
  do i = 1, n
    p(i,i) = 1.0d0
  end do
  ll = 0.0d0
  do it = 1, nt
    call dgemv('N', n, n, 1.0d0, f, n, x, 1, 0.0d0, xp, 1)
    call dgemm('N', 'N', n, n, n, 1.0d0, f, n, p, n, 0.0d0, t, n)
    pp = q
    call dgemm('N', 'T', n, n, n, 1.0d0, t, n, f, n, 1.0d0, pp, n)
    call dgemm('N', 'N', m, n, n, 1.0d0, h, m, pp, n, 0.0d0, g, m)
    s = r
    call dgemm('N', 'T', m, m, n, 1.0d0, g, m, h, m, 1.0d0, s, m)
    do i = 1, m
      s(i,i) = s(i,i) + 40.0d0
    end do
    v = z(:,it)
    call dgemv('N', m, n, -1.0d0, h, m, xp, 1, 1.0d0, v, 1)
    call dpotrf('L', m, s, m, info)
    w = v
    call dpotrs('L', m, 1, s, m, w, m, info)
    ll = ll - 0.5d0*ddot(m, v, 1, w, 1)
    do i = 1, m
      ll = ll - log(s(i,i))
    end do
    k = transpose(g)
    call dgemv('N', n, m, 1.0d0, k, n, w, 1, 1.0d0, xp, 1)
    x = xp
    call dpotrs('L', m, n, s, m, g, m, info)
    p = pp
    call dgemm('N', 'N', n, n, m, -1.0d0, k, n, g, m, 1.0d0, p, n)
  end do
end subroutine
