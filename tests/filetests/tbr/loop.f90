! The DO variable is not saved turn by turn; indices and bounds of loops that hold derivatives are used.
! test: tbr, push, use, dead
! head: f from x to y
subroutine f(n, x, a, y)
  integer :: n, i, k
  real(8) :: x, a(n), y, t
  t = x ! dead: yes
  k = 0
  do i = 1, n
    k = k + 2 ! push: k | tbr: a k n
    t = t*a(k) ! tbr: a n | use: a k | dead: yes
  end do
  n = 0 ! dead: yes | tbr: a k n
  y = t ! dead: yes | tbr: a k n
end subroutine f
