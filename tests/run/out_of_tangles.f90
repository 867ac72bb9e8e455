! Loops are left, and their next turn begun, from among labels that jump back and forth: the adjoint makes a loop of these.
! head: next_turn(n, x, y)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: left(n, x, y)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: both(n, x, y)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: named(n, x, y)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine next_turn(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i, w
  do i = 1, n
    w = 0
    if (x(1) < 1.d0) goto 50
40  continue
    y = y*x(i)
50  continue
    w = w + 1
    if (w > 5) goto 60
    y = sin(y) + x(i)
    if (y > 1.5d0) cycle
    if (w <= 3) goto 40
60  continue
    y = y*x(1)
  end do
end subroutine next_turn
subroutine left(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i, w
  i = 0
  do while (i < n)
    i = i + 1
    w = 0
    if (x(i) > 1.d0) goto 40
30  continue
    y = y*x(i)
    if (w > 2) exit
40  continue
    w = w + 1
    y = y + x(i)**2
    if (w < i) goto 30
  end do
  y = y*x(2)
end subroutine left
! Two loops that get names, one of which is called as ours would be.
subroutine both(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i, w
  ad_turns: do i = 1, n
    w = 0
    do
      w = w + 1
      if (x(i) > 1.d0) goto 20
10    continue
      y = y*x(i)
      if (w > i) exit
      if (w > 3) exit ad_turns
20    continue
      w = w + 1
      y = y + sin(x(i))
      if (y < 4.d0) cycle
      if (y > 1.d0) goto 10
    end do
  end do ad_turns
  do i = n, 1, -1
    w = 0
    if (x(i) > 1.d0) goto 40
30  continue
    y = y*x(i)
    if (y > 3.d0) cycle
40  continue
    w = w + 1
    y = cos(y) + x(i)
    if (y > 1.d0 .and. w < 4) goto 30
  end do
end subroutine both
! A loop that has a name, which the jump does not say.
subroutine named(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i, w
  turns: do i = 1, n
    w = 0
    if (x(1) < 1.d0) goto 50
40  continue
    y = y*x(i)
    if (y > 2.5d0) exit
50  continue
    w = w + 1
    y = sin(y) + x(i)
    if (y > 1.5d0) cycle
    if (w <= 3) goto 40
  end do turns
end subroutine named
