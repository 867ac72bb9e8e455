! Values that are overwritten while adjoints still need them, and that may be computed again, or may not: their inputs have changed by then.
! head: recompute(x y)/(x y)
! inputs: n = 6
! inputs: idx(6) = 1 .. 6
! inputs: x(6) = 0.5 .. 1.5
! inputs: y(6) = 0.7 .. 1.3
subroutine recompute(n, idx, x, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: idx(n)
  real(8), intent(inout) :: x(n), y(n)
  integer :: i, k, m
  real(8) :: s, w
  ! Computed again from what nothing writes.
  k = n - 1
  x(k) = x(k)*y(k)
  k = 2
  x(k) = x(k)*x(k+1)
  ! In a loop, from its counter and from what the loop does not write.
  do i = 2, n - 1
    k = n + 1 - i
    x(k) = x(k)*y(i)
    k = i + 1
    y(k) = y(k)*x(i)
    k = i - 1
    x(k) = x(k) + y(k)*x(i)
  end do
  ! From an array that is written behind: it may not.
  k = idx(1)
  x(k) = x(k)*y(1)
  k = idx(2)
  x(k) = x(k)*y(2)
  idx(1) = idx(3)
  ! From an array that the loop itself writes: it may not.
  do i = 1, n - 1
    k = idx(i)
    x(k) = x(k)*y(k)
    k = idx(i+1)
    y(k) = sin(x(k))*y(k)
    idx(i+1) = k
    idx(i) = n + 1 - idx(i)
  end do
  ! The counter of an outer loop, changed copies of it, and a value of a branch.
  do i = 1, 3
    m = 2*i
    do k = 1, 2
      x(m) = x(m)*y(k)
    end do
    if (x(1) > 0) then
      m = i + 1
      x(m) = x(m)*x(m+1)
      m = i
    end if
    y(m) = y(m)*x(m)
    m = i + 2
    y(m) = y(m)*y(1)
  end do
  ! Floating point: a copy that is overwritten, from what stays and from what does not.
  w = y(1)
  s = w*x(1)
  w = 2*s
  x(1) = w*s
  w = x(1)
  x(2) = x(2)*w
  x(1) = x(1)*x(2)
  w = x(1) - y(2)
  y(3) = w*w
  ! Kept by a call that writes its input.
  k = idx(2)
  x(k) = x(k)*y(k)
  call move(n, idx)
  k = idx(1)
  x(k) = x(k)*y(k)
contains
  subroutine move(n, list)
    integer, intent(in) :: n
    integer, intent(inout) :: list(n)
    list(2) = n
    list(1) = 1
  end subroutine move
end subroutine recompute
