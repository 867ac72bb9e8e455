! Only what derivatives use is kept, control that leads there included.
! test: live, dead
! head: f from x to y
subroutine f(n, x, y, w)
  integer :: n, i, m
  real(8) :: x, y, w(n), s, t
  m = n/2             ! live: n x w
  w(1) = 0.0d0 ! live: m n w x
  s = 1.0d0 ! live: m n w x
  do i = 1, m ! live: m n s w x
    s = s*2.0d0 ! live: i n s w x
    w(i) = s ! live: i n s w x
    if (s > 100.0d0) exit ! live: i n s w x
  end do
  t = 0.0d0 ! live: n w x
  do i = 1, n ! live: n t w x
    t = t + w(i) ! live: i t w x
  end do
  if (t > 3.0d0) then ! live: t x
    y = x*x ! live: x | dead: yes
  else
    y = 0.0d0 ! dead: yes
  end if
  write (*, *) y, t ! dead: yes
end subroutine f
