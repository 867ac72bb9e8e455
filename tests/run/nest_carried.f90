! Near-misses: elements of a turn's small arrays that an earlier turn, or what stands before the loop, has set.
! head: nest_carried(x y)\(x r s t u v)
! inputs: n = 5
! inputs: x = 0.5 .. 1.5
! inputs: y = 0.2 .. 0.9
subroutine nest_carried(n, x, y, r, s, t, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y(n)
  real(8), intent(out) :: r, s, t, u, v
  real(8) :: a(3), b(3), c(n), d(2), e(0:3), w
  integer :: i, k
  a = y(1)
  b = y(2)*2.d0
  r = sin(a(3))*a(1) + b(2)*b(1)
  ! a(3) is never written in a turn.
  s = 0.d0
  do i = 1, n
    a(1) = x(i)*a(3)
    a(2) = a(1)*x(i)
    do k = 1, 3
      s = s + a(k)*a(k)*x(i)
    end do
  end do
  ! b is only written where a test says so.
  t = 0.d0
  do i = 1, n
    if (mod(i, 2) == 1) then
      do k = 1, 3
        b(k) = x(i)*b(k) + y(i)
      end do
    end if
    do k = 1, 3
      t = t + b(k)*sin(b(k))
    end do
  end do
  ! The inner loop writes more elements in each turn, all are read.
  c = y(3)
  u = 0.d0
  do i = 1, n
    do k = 1, i - 1
      c(k) = c(k)*x(i) + sin(c(k))
    end do
    do k = 1, n
      u = u + c(k)*c(k)*x(i)
    end do
  end do
  ! Written downwards behind the reading, and in place.
  d = y(4)
  e = y(1)
  v = 0.d0
  do i = 1, n
    w = d(1)*d(2)
    do k = 2, 1, -1
      d(k) = w*x(i) + d(k)*y(k)
    end do
    e(mod(i, 3)) = x(i)
    do k = 0, 2
      e(k + 1) = e(k)*e(k + 1) + d(1)
    end do
    do k = 0, 3
      v = v + e(k)*e(k)*w
    end do
    x(i) = x(i)*v
  end do
end subroutine nest_carried
