! Early exits of loops and of the unit decide what follows.
! test: live, dead
! head: f from x to y
subroutine f(n, a, x, y)
  integer :: n, i, k
  real(8) :: a(n), x, y, s
  s = 0.0d0 ! live: a n
  k = 0 ! live: a n s
  do i = 1, n ! live: a k n s
    if (a(i) < 0.0d0) return ! live: a i k s
    k = k + 1 ! live: a i k s
    if (k == 7) cycle ! live: a i k s
    s = s + a(i) ! live: a i k s
  end do
  do while (s > 3.0d0) ! live: s
    s = s - 1.0d0 ! live: s
    k = k - 1 ! live: s | dead: yes
  end do
  if (s > 2.0d0) goto 10 ! live: s | dead: yes
  k = 9 ! live: s | dead: yes
10 y = x*s ! live: s | dead: yes
  print *, k ! dead: yes
end subroutine f
