! Jumps forward that are tests: the next turn, a label behind, out of nested IFs, from several arms.
! inputs: n = 6
! inputs: x(6) = 0.5 .. 1.5
! head: cycles(x)\(y)
! head: labels(x)\(y)
! head: arms(x)\(y)
! head: entered(x)\(y)
subroutine cycles(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s, t
  integer :: i, d, j
  y = 0
  rows: do i = 1, n
    s = x(i)
    do d = -1, 1
      j = i + d
      if (j < 1 .or. j > n) cycle
      if (d == 0 .and. i == 3) cycle rows
      t = x(i)*x(j)
      if (t > 1.2d0) then
        s = s*t
        cycle
      end if
      s = s + t*s
    end do
    if (mod(i, 2) == 0) cycle rows
    y = y + s*sin(s)
  end do rows
end subroutine

subroutine labels(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a, b
  integer :: i
  y = 1
  do 90 i = 1, n
    a = 1
    b = x(i)
    if (i == 1) goto 60
    a = a + x(i - 1)
    if (x(i) > x(i - 1)) goto 60
    b = b*x(i - 1)
60  if (i == n) goto 70
    a = a + x(i + 1)**2
    if (a > 4) goto 90
70  y = y + b/a*y
90 continue
end subroutine

subroutine arms(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: s
  integer :: i
  y = 0
  do i = 1, n
    s = x(i)**2
    if (s < 0.6d0) then
      s = s*x(1)
      cycle
    else if (i == 4) then
      goto 10
    else
      if (s > 1.5d0) then
        y = y + s
        goto 10
      end if
      s = exp(s)
    end if
    y = y + s*x(i)
10  y = y*x(i) + s
  end do
end subroutine

! A loop that jumps make, and a statement that is jumped to from two sides.
subroutine entered(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  i = 1
  y = x(1)
20 if (i > n) goto 50
  if (x(i) > 1) goto 30
  y = y*x(i)
  goto 40
30 y = y + x(i)**2
40 i = i + 1
  goto 20
50 y = y*y
end subroutine
