! Integers that loops move are taken back by their inverses: in branches, in counted, WHILE and GOTO loops.
! head: counters(x)\(f)
! inputs: n = 6
! inputs: x = -1.0 .. 1.0
subroutine counters(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  integer :: k, i, m
  real(8) :: t
  k = 1
  m = 0
  f = 1d0
  do while (k <= n)
    t = x(k)*f
    f = f + t*t
    if (x(k) > 0d0) then
      k = k + 2
      m = m + k
    else
      k = k + 1
      m = m - 1
    end if
    f = f*x(mod(abs(m), n) + 1)
  end do
  k = n + 1
  do i = 1, n
    k = k - 1
    f = f*x(k) + sin(f)
  end do
  i = 3
10 continue
  f = f*x(i)
  i = i - 1
  if (i > 0) goto 10
end subroutine counters
