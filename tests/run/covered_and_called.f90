! An array that a loop overwrites element by element, and that an internal procedure called there reads as a whole, or in its first part.
! head: whole(x y)\(y, s)
! inputs: x(4) = 0.5 .. 1.5
! inputs: y(4) = -1 .. 1
! head: elements(x, s)\(s)
! inputs: x(3) = 0.5 .. 1.5
subroutine whole(x, y, s)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  y(2:n) = 0.25d0
  do i = 1, n
    call look
    y(i) = x(i)*s
  end do
contains
  subroutine look
    s = s + sum(y**2)*x(1)
  end subroutine
end subroutine

subroutine elements(x, s)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: s
  real(8) :: t(3), u(3)
  integer :: i
  t = x**2
  t(2) = 3
  s = 0
  t(1) = x(2)
  call look
  t(2) = x(1)
  call look
  t(3) = s
  u = x
  u(2:3) = 1.5d0
  do i = 1, 3
    s = s + last()*t(i)
    u(i) = t(i)*x(3)
  end do
contains
  subroutine look
    s = s + t(1)*t(2) + sin(t(3))
  end subroutine
  real(8) function last()
    last = u(2)*u(3)
  end function
end subroutine
