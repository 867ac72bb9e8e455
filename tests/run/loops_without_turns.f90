! head: found(y)/(x)
! inputs: m = 0
! inputs: n = 4
! inputs: k = 2
! inputs: x(4) = 0.5 .. 1.5
! head: found(y)/(x)
! inputs: m = 2
! inputs: n = 4
! inputs: k = 2
! inputs: x(4) = 0.5 .. 1.5
! head: kept(y)/(x)
! inputs: m = 0
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: kept(y)/(x)
! inputs: m = 3
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: rows(y)/(x)
! inputs: m = 0
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: rows(y)/(x)
! inputs: m = 2
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: never(x)/(x y)
! inputs: n = 3
! inputs: x(4) = 0.5 .. 1.5
! What an inner loop sets is there after it only when it has a turn: it is no variable of the turn around it.

! An index that a search sets, when it finds something.
subroutine found(n, m, k, x, y)
  implicit none
  integer, intent(in) :: n, m, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, at
  y = 0
  at = k
  do i = 1, n
    do j = 1, m
      at = j
    end do
    y = y + x(i)*x(at)
  end do
end subroutine found

! A number that only some calls set anew.
subroutine kept(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j
  real(8) :: t
  y = 0
  t = x(1)**2
  do i = 1, n
    do j = 1, m
      t = sin(x(i)*j)
    end do
    y = y + t*t*x(i)
  end do
end subroutine kept

! An array, all of it in each turn of a loop that no subscript counts.
subroutine rows(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, l
  real(8) :: w(n)
  y = 0
  w = x*x
  do i = 1, n
    do l = 1, m
      do j = 1, n
        w(j) = x(j)*cos(x(i)*l)
      end do
    end do
    do j = 1, n
      y = y + w(j)**2*x(i)
    end do
  end do
end subroutine rows

! Bounds that leave no turn.
subroutine never(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(4)
  real(8), intent(in) :: y
  integer :: i, j, at
  at = 2
  do i = 1, n
    do j = 1, 0
      at = 1
    end do
    x(1) = y + x(at + 1)
  end do
end subroutine never
