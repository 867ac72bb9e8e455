! Loops: backwards, with a step, with an exit, over no turns, a trip count that changes inside.
! head: loops(x)\(y s)
! inputs: n = 7
subroutine loops(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), s
  integer :: i, j, m
  y = 0.0d0
  do i = n, 1, -1
    y(i) = x(i)*x(max(1, i - 1))
  end do
  do i = 1, n, 3
    y(i) = y(i)*y(i)
  end do
  m = 3
  do i = 1, m
    m = m + 1
    y(i) = y(i)*sin(y(i + 1))
  end do
  s = 0.0d0
  do i = 1, n
    do j = i, 1
      s = s + 100.0d0*x(i)
    end do
    s = s + y(i)*s + x(i)
    if (s > 3.0d0) exit
    if (x(i) < 1.0d0) cycle
    s = s*1.1d0
  end do
  i = 0
  do while (s > 0.5d0 .and. i < 20)
    s = 0.7d0*s*sqrt(x(1 + mod(i, n)))
    i = i + 1
  end do
end subroutine loops
