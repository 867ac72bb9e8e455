! Arrays that counted loops overwrite in turns that nobody counts: WHILE, GOTO and endless loops; nests, steps down, parts of rows, in split procedures. Just
! outside: bounds that the turn moves, elements that the loop reads again, loops that are left early, an index array.
! inputs: n = 5
! inputs: x = 0.3 .. 1.2
! inputs: a = 0.7
! head: sections_in_turns(x a)\(f)
! head: sections_in_jumps(x a)\(f)
subroutine march(n, x, z, a, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(inout) :: z(n), t
  integer :: i
  do while (t < 2.d0)
    do i = 1, n
      z(i) = z(i)*x(i)*a + 0.3d0*t
    end do
    t = t + 0.2d0 + 0.1d0*z(1)*z(n)
  end do
end subroutine march
subroutine sections_in_turns(n, x, a, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: z(n), u(n, n), v(n, 3), t
  integer :: i, j, m, at(3)
  z = x
  u = a
  v = 0.5d0
  t = 0.d0
  m = 1
  at = [2, 1, 3]
  do while (t < 3.d0)
    do j = 2, n - 1
      do i = n - 1, 2, -1
        u(i, j) = z(i)*z(j) + 0.1d0*t
      end do
    end do
    do i = 1, n
      z(i) = 0.5d0*z(i) + a*u(i, 3)*u(2, i)
    end do
    do i = 1, m
      v(i, 2) = v(i, 2)*z(i)*0.9d0
    end do
    m = min(m + 1, n)
    do i = 2, n
      z(i) = 0.3d0*z(i)*z(i - 1) + 0.2d0
    end do
    do i = 1, 3
      v(at(i), 1) = z(i)*v(at(i), 1) + a
    end do
    do i = 1, n
      v(i, 3) = v(i, 3)*z(i)
      if (z(i) > 5.d0) exit
    end do
    t = t + 0.5d0 + 0.05d0*z(2)*z(2)
  end do
  call march(n, x, z, a, t)
  f = sum(v) + sum(z*z) + sum(u)*t
end subroutine sections_in_turns
subroutine sections_in_jumps(n, x, a, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(out) :: f
  real(8) :: z(n), y(n), t, h
  integer :: i, k
  z = 1.d0
  y = x
  t = 0.d0
  h = 0.3d0
  k = 0
10 continue
  do i = 1, n
    z(i) = y(i) + h*y(i)*y(i)
  end do
  do i = 1, n
    y(i) = a*y(i) + 0.1d0*z(i)*z(n + 1 - i)
  end do
  k = k + 1
  if (k == 3) then
    h = 0.5d0*h
    goto 10
  end if
  do i = 1, n
    z(i) = z(i)*y(i)*t
  end do
  t = t + h*z(2) + 0.3d0
  if (t < 2.d0) goto 10
  do
    do i = 1, n
      y(i) = y(i)*z(i) + 0.1d0
    end do
    k = k + 1
    if (k > 12) exit
    if (mod(k, 2) == 0) cycle
    do i = 1, n
      z(i) = 0.5d0*z(i)*z(i) + y(i)
    end do
  end do
  f = sum(y*z) + t
end subroutine sections_in_jumps
