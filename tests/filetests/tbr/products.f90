! test: tbr, push, use, dead
! head: f from x to y
subroutine f(x, c, y)
  real(8) :: x, c, y, t, u
  t = x*c        ! use: c
  u = t*t        ! use: t | tbr: c
  t = 2.0d0*u    ! push: t | tbr: c t
  c = 3.0d0      ! push: c | tbr: c
  y = exp(t)*c ! use: t c | dead: yes
  t = 0.0d0      ! dead: yes | tbr: c t
end subroutine f
