! Loops without anything to do in their adjoint, whose counters are read behind them: where they begin and end is computed all the same.
! inputs: n = 5
! inputs: x(n) = 0.5 .. 1.5
! head: emptied(x)\(x)
! head: kept(x)\(x)
subroutine emptied(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i, k, low, turn
  low = 2
  turn = 0
  do
    turn = turn + 1
    if (turn > 3) exit
    do i = low, n - 1
    end do
    k = mod(i, n) + 1
    low = low + 1
  end do
  x(k) = 0.5d0*x(2)**2
end subroutine emptied
subroutine kept(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8) :: t
  integer :: i, high, by
  high = n
  by = 2
  do i = 1, high, by
    t = x(1)
  end do
  high = 1
  x(i - 4) = sin(x(1))*x(i - 3)
  do i = high, n, by
    t = i
  end do
  x(i - 5) = x(i - 5)*x(1)
end subroutine kept
