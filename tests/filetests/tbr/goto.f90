! A loop made of GOTO.
! test: tbr, push, use, dead
! head: f from x to y
subroutine f(x, y, n)
  real(8) :: x, y, t
  integer :: n, k
  k = 0
  t = x
10 continue
  if (k >= n) goto 20
  t = sin(t) ! push: t | use: t
  k = k + 1
  goto 10
20 y = t ! dead: yes
end subroutine f
