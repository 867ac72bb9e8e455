! Loops that are repeated by a while loop, left early, or run again by GOTO: the order of their turns is not that of their variables.
! head: again(s)/(x)
! inputs: n = 6
subroutine again(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  integer :: i, turns, lo
  turns = 0
  do while (turns < 3)
    do i = 1, n - 1
      x(i) = x(i) + 0.2d0*x(i + 1)*x(i + 1)
    end do
    turns = turns + 1
  end do
  lo = 1
  do i = lo, n
    lo = lo + 1
    if (i > 3) exit
    x(i) = x(i) + 0.1d0
  end do
  turns = 0
10 continue
  do i = 2, n
    x(i) = x(i) - 0.1d0
  end do
  s = 0.0d0
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  x(n) = s*0.01d0 + x(1)
  turns = turns + 1
  if (turns < 3) goto 10
  do turns = 1, 3
    do i = turns, n
      x(i) = x(i) + 0.3d0
    end do
    do i = turns + 1, n
      s = s + x(i)*x(i - 1)
    end do
  end do
end subroutine again
