! A value that is varied on one path only is varied behind the join; a passive assignment kills.
! test: varied, useful, derivative
! head: f from x to y
subroutine f(x, c, n, y)
  real(8) :: x, c, y, t
  integer :: n
  t = c             ! varied: x | useful: c x y
  if (x > 0.0d0) then ! useful: t x y
    t = x           ! varied: x t | useful: x y | derivative: yes
    if (n == 2) return ! varied: x t | useful: t y
  else if (n > 3) then
    c = 2.0d0       ! varied: x | useful: t
    goto 10         ! varied: x | useful: t
  end if
  t = t*t           ! varied: x t | useful: t | derivative: yes
10 y = t            ! varied: x t y | useful: t | derivative: yes
end subroutine f
