! WHILE loops with counters that the loop moves, in an outer loop.
! head: fusion_while(x)\(f)
! inputs: n = 7
! inputs: x = -1.0 .. 1.0
subroutine fusion_while(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  real(8) :: t, s
  integer :: k, m, step
  f = 1d0
  do m = 1, 3
    k = m
    s = x(m)
    step = 1
    do while (k <= n)
      t = x(k)*f
      t = t*sin(x(k)) + t**3
      s = s + t*t
      k = k + step
      step = step + 1
      t = t*x(1)
      s = s + cos(t)*t
    end do
    f = f*s
  end do
  k = n
  do while (k > 0)
    if (x(k) < 0.2d0) then
      t = x(k)**2
    else
      t = exp(x(k))
      t = t*t
    end if
    f = f + t*t
    k = k - 2
  end do
  f = f*k
end subroutine fusion_while
