! test: tbr, push, use, dead, needed
! head: f from x to y
recursive subroutine f(n, x, y) ! needed: n x
  integer, intent(in) :: n
  real(8) :: x, y, t
  t = x*x ! use: x
  y = t ! tbr: x | dead: yes
  if (n > 0) then ! tbr: x
    call f(n - 1, t, y) ! tbr: x | use: n t
    t = t*y ! tbr: n t x | push: t | use: t y
    y = t*x ! tbr: n x y | use: t x | dead: yes
  end if
end subroutine f
