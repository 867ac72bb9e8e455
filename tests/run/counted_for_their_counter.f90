! Loops that are run for the value of their variable behind them alone: whatever is in them has no part in the derivative.
! head: counted_for_their_counter%behind(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
! head: counted_for_their_counter%twice(y)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
! head: counted_for_their_counter%chosen(y)/(x y)
! inputs: n = 4
! inputs: m = 1 .. 3
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
! head: counted_for_their_counter%turns(y)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
! head: counted_for_their_counter%summed(y)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
! head: counted_for_their_counter%carried(y)/(x y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
module counted_for_their_counter
  implicit none
  integer, parameter :: r = kind(1d0)
contains

  ! What the variable was before is what an earlier adjoint is found by.
  subroutine behind(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(n)
    real(r), intent(out) :: y
    integer :: i, seen
    i = n - 1
    y = x(i)**2
    y = y*x(i)
    seen = 0
    do i = 1, n
      seen = seen + i
    end do
    y = y*x(i - n)
  end subroutine behind

  ! In a loop that goes on by a counter of its own.
  subroutine twice(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(n)
    real(r), intent(inout) :: y
    integer :: i, w, seen
    w = 0
    seen = 0
    i = 1
    y = y*x(i)
    do while (w < 2)
      w = w + 1
      do i = n, w, -1
        seen = seen + i
      end do
    end do
    y = y*x(mod(i, n) + 1)
  end subroutine twice

  ! In a branch, whose test is for nothing else.
  subroutine chosen(n, m, x, y)
    integer, intent(in) :: n, m
    real(r), intent(in) :: x(n)
    real(r), intent(inout) :: y
    integer :: i, k, seen
    k = mod(m, 2)
    seen = 0
    i = 2
    y = y*x(i)*y
    if (k == 0) then
      do i = 1, n
        seen = seen + i
      end do
    end if
    y = y*x(mod(i, n) + 1)
    k = 0
  end subroutine chosen

  ! Turns that change what they read.
  subroutine turns(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(n)
    real(r), intent(inout) :: y
    integer :: i, k, t, w
    w = 0
    do t = 1, 3
      i = t
      y = y*x(i)
      do while (w < 2*t)
        w = w + 1
        do i = n, 1, -1
        end do
      end do
      k = mod(i + t, n) + 1
      y = sin(y)*x(k)
    end do
  end subroutine turns

  ! A loop whose adjoint runs in the same order.
  subroutine summed(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(n)
    real(r), intent(inout) :: y
    integer :: i, k, w
    w = 0
    do while (w < n)
      w = w + 1
      i = w
      y = y + x(i)**2
      do i = n, w, -1
      end do
      k = mod(i, n) + 1
      y = y + x(k)**3
    end do
  end subroutine summed

  ! The same, of which the last value goes on.
  subroutine carried(n, x, y)
    integer, intent(in) :: n
    real(r), intent(in) :: x(n)
    real(r), intent(inout) :: y
    integer :: i, w
    w = 0
    i = n
    y = y*x(i)
    do while (w < 2)
      w = w + 1
      y = y + x(mod(i + w, n) + 1)**2
      do i = n, w, -1
      end do
    end do
    y = y*x(mod(i, n) + 1)
  end subroutine carried
end module counted_for_their_counter
