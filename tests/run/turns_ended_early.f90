! Turns that jumps end and that run again backward: EXIT in the middle, behind work of its own arm, in arms of arms, of loops that are counted, that test, and
! endless; CYCLE under two tests; EXIT of an outer loop. Just outside: two arms that go on, RETURN, what the turn moves its elements by.
! inputs: n = 5
! inputs: x = 0.3 .. 1.6
! inputs: a = 0.7
! head: turns_ended_early(x a y)\(f y)
! inputs: y = 0.5 .. 1.5
! head: turns_left_otherwise(x a)\(f)
! inputs: a = 0.7
subroutine turns_ended_early(n, x, a, y, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(inout) :: y(n)
  real(8), intent(out) :: f
  real(8) :: s, r, t, g
  integer :: i, k
  f = 0.d0
  do i = 1, n
    r = 1.d0 + x(i)
    do k = 1, 40
      s = r*r - x(i)
      t = s*s
      if (t < 1.d-24) exit
      r = r - 0.5d0*s/r
    end do
    f = f + r*a
  end do
  t = a
  do while (t < 6.d0)
    g = t*t*0.1d0
    s = g*a + t
    if (s > 4.d0) then
      f = f + s*g
      s = s*g
      exit
    else if (s > 3.d0) then
      g = g*s
      f = f + g*g
    end if
    r = s*g + 0.5d0
    t = t + r*r*x(1)
    f = f + 0.1d0*t
  end do
  f = f + s
  k = 0
  do
    k = k + 1
    s = y(k)*a
    t = s*s
    if (t > 2.d0) then
      r = t*s
      f = f + r*r
      if (r > 9.d0) exit
    else
      y(k) = y(k)*t
      f = f + y(k)*s
    end if
    if (k >= n) exit
  end do
  do i = 1, n
    s = x(i)*f*0.01d0
    t = s*s
    if (x(i) > 0.6d0) then
      if (x(i) < 1.1d0) then
        y(i) = y(i)*s*t
        cycle
      end if
      s = s*t
    end if
    r = s*s
    if (r > 400.d0) exit
    y(i) = y(i)*r + s
    f = f + y(i)*t
  end do
end subroutine turns_ended_early
subroutine turns_left_otherwise(n, x, a, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: s, t, r, y(8)
  integer :: i, k
  f = a
  do i = 1, n
    s = x(i)*f
    t = s*s
    if (x(i) > 1.d0) then
      if (t > 50.d0) exit
      f = f + 0.1d0*s*t
    else
      f = f + 0.1d0*t*t
    end if
    r = f*s
    f = sin(f) + 0.01d0*r*t
  end do
  outer: do i = 1, n
    s = x(i)
    do k = 1, 5
      t = s*s
      if (t > 2.3d0) exit outer
      s = s + 0.1d0*t*a
      f = f + s*t
    end do
  end do outer
  y = a
  k = 1
  do
    s = y(k)*x(min(k, n))
    y(k) = 0.1d0*s*s + y(k)
    if (k > 5) exit
    k = k + 1
    t = s*y(k)
    y(k) = sin(t*t)
    f = f + 0.1d0*t
  end do
  do i = 1, n
    s = f*0.1d0
    t = s*x(i)
    if (t > 30.d0) then
      f = t*s
      return
    end if
    f = f + t*t*0.1d0
  end do
  f = f + y(3)
end subroutine turns_left_otherwise
