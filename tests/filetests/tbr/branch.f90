! Needed behind one branch only: saved where it is overwritten. Tests are recorded by the transformer, not here.
! test: tbr, push, live, dead
! head: f from x to y
subroutine f(x, y, k)
  real(8) :: x, y, t
  integer :: k
  t = x                 ! live: x k
  if (k > 0) then       ! live: t x k
    y = t*t ! dead: yes | live: k t x
    if (k > 5) go to 20 ! tbr: t | live: k x
    t = 1.0d0           ! live: x | tbr: t | push: t
  else
    y = 0.0d0           ! live: t x | dead: yes
  end if
  y = t*x ! live: t x | dead: yes
20 continue             ! tbr: t x
  k = 1                 ! tbr: t x | dead: yes
end subroutine f
