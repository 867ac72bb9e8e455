! What is added behind a choice and is zero unless its arm was taken; and what only looks like it.
! head: cutoff(x)\(e f)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
! head: carried(x)\(y)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
! head: both(x)\(y)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
! head: outside(x)\(y z)
! inputs: n = 5
! inputs: x = -1.0 .. 1.0
! head: nested(x)\(y)
! inputs: n = 5
! inputs: x = 0.1 .. 1.0
! head: ended(x)\(y)
! inputs: n = 5
! inputs: x = 0.1 .. 1.0
subroutine cutoff(n, x, e, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e, f(n)
  real(8) :: d, r, s
  integer :: i, j
  e = 0.d0
  f = 0.d0
  do i = 1, n - 1
    do j = i + 1, n
      d = x(i) - x(j)
      r = d**2 + 0.1d0
      s = d*x(j)
      if (r < 0.6d0) then
        e = e + s/r
        f(i) = f(i) + d*r
        f(j) = f(j) - s*r
      end if
    end do
  end do
end subroutine cutoff

! The derivative of t is not zero in front of the choice: later iterations have added to it.
subroutine carried(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t, u, v
  integer :: i
  t = 1.d0
  do i = 1, n
    u = x(i)*t
    v = u*x(i)
    y(i) = t
    if (v > 0.d0) then
      y(i) = y(i) + u*v
      y(1) = y(1)*v
    end if
    t = t*0.5d0 + u
  end do
end subroutine carried

! The other arm adds too.
subroutine both(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u, v
  integer :: i
  do i = 1, n
    u = x(i)**2
    v = sin(x(i))*u
    if (v > 0.d0) then
      y(i) = u*v
    else
      y(i) = u + v
    end if
  end do
end subroutine both

! What is asked for behind the choice, and a part that is added in any case.
subroutine outside(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z
  real(8) :: u, v
  integer :: i
  z = 0.d0
  y = 0.d0
  do i = 1, n
    u = x(i)**2
    v = u*x(i)
    z = z + v*u
    if (v > 0.d0) then
      y(i) = u*v
      y(1) = y(1) + v*x(1)
    end if
    z = z + u
  end do
end subroutine outside

! Choices in choices, and roots that are zero.
subroutine nested(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: u, v, w
  integer :: i
  y = 0.d0
  do i = 1, n
    u = x(i)*x(1)
    v = sqrt(u*(x(i) - x(1))**2)
    w = u/x(i)
    if (u > 0.1d0) then
      if (u < 0.5d0) then
        y = y + v*w
        y = y + exp(-w)*u
      end if
      y = y + w**2
    end if
  end do
end subroutine nested

! An arm that control leaves before its end.
subroutine ended(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u, v
  integer :: i
  y = 0.d0
  do i = 1, n
    u = x(i)**2
    v = u*x(i)
    if (v > 0.5d0) then
      y(i) = u*v
      if (u > 0.9d0) exit
      y(1) = y(1) + v*x(1)
    end if
  end do
end subroutine ended
