! test: tbr, push, use, dead
! head: f from x to y
subroutine f(x, y, a)
  real(8) :: x(9), y(9), a(9)
  integer :: i
  y = x*a ! use: a
  where (a > 0.0d0) ! tbr: a
    y = y*y ! tbr: a | use: y | dead: yes
    a = 2.0d0 ! tbr: a y | push: a
  end where
  y = y*a ! tbr: a y | use: a | dead: yes
  forall (i = 1:8) a(i) = a(i + 1) ! tbr: a y | push: a
  y(1:3) = y(1:3)*a(2:4) ! tbr: a y | use: a | dead: yes
end subroutine f
