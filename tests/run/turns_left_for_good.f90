! Turns that jumps out of several loops end, and that run again backward: EXIT and CYCLE of an outer loop, GOTO behind both and into what follows, with work
! behind that only some of these ways lead to. Just outside: the jump stands in a loop of the turn, or what it jumps over is wanted in two arms.
! inputs: n = 6
! inputs: m = 5
! inputs: x = 0.1 .. 1.3
! inputs: tab = 0.5 .. 1.5
! head: turns_left_for_good(x tab)\(f)
! head: turns_left_inside(x tab)\(f)
subroutine turns_left_for_good(n, m, x, tab, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), tab(m, 3)
  real(8), intent(out) :: f
  real(8) :: a, w, s
  integer :: i, j, k
  f = 0.d0
  do i = 1, n
    w = 0.d0
    search: do k = 1, 3
      do j = 1, m - 1
        a = tab(j + 1, k) + tab(j, k)
        w = x(i)*exp(a) - tab(j, k)
        if (w*w > 4.d0) exit search
        f = f + w*w*a
      end do
      f = f + 0.5d0*w*w
    end do search
    f = f + w*x(i)
  end do
  rows: do i = 1, n
    do j = 1, m
      a = x(i)*tab(j, 2)
      s = sin(a)*a
      if (s > 0.9d0) cycle rows
      f = f + s*s*a
    end do
    f = f*(1.d0 + 0.1d0*x(i))
  end do rows
  do k = 1, 3
    do j = 1, m
      a = tab(j, k)*x(j)
      w = a*a + f
      if (w > 400.d0) goto 20
      if (a > 1.1d0) goto 10
      f = f + 0.01d0*w*a
    end do
    f = f + 0.1d0
  end do
  f = f*x(1)
10 f = f + sin(f)
20 f = f + x(2)*f
end subroutine turns_left_for_good

subroutine turns_left_inside(n, m, x, tab, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), tab(m, 3)
  real(8), intent(out) :: f
  real(8) :: a, s
  integer :: i, j, k
  f = 1.d0
  outer: do i = 1, n
    s = x(i)
    do j = 1, m
      do k = 1, 3
        a = tab(j, k)*s
        if (a > 2.5d0) exit outer
        s = s + 0.1d0*a*a
      end do
      f = f + s*s
    end do
  end do outer
  turns: do i = 1, n
    do j = 1, m
      a = x(i)*tab(j, 1)
      if (a > 0.6d0) then
        if (a*f > 9.d0) exit turns
        s = a*a
      else
        s = sin(a)
      end if
      f = f + 0.1d0*s*s*f
      f = f + s*a
    end do
    f = f + x(i)
  end do turns
end subroutine turns_left_inside
