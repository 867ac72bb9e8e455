! What one arm of a choice in a loop sets is zero in the others, and not cleared behind the choice. Just outside: a turn that is left in an arm, a value
! that one turn hands to the next, a choice by SELECT CASE, one that asks for a value of the turn before, a loop in an arm.
! inputs: n = 7
! inputs: x = 0.3 .. 1.6
! inputs: w = 0.9
! head: zeros_of_other_arms(x y w)\(x y f)
! head: zeros_outside(x y w)\(x y w f)
subroutine zeros_of_other_arms(n, x, y, w, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: f
  real(8) :: a, b, c, d
  integer :: i
  f = 0.d0
  do i = 2, n-1
    a = x(i) - x(i-1)
    b = x(i+1)*y(i)
    c = 0.5d0*a*b
    if (a*b > 0.25d0) then
      d = a*b/(a + b)
    else if (a < b) then
      d = c*max(a, 0.1d0)
    else
      d = sin(b)
    end if
    y(i) = d*min(abs(a), abs(b)) + c
  end do
  do i = 1, n
    a = x(i)*y(i)
    b = w
    if (a > 0.2d0) b = a*a
    c = 1.d0
    if (x(i) > 0.6d0) then
      if (y(i) > 0.3d0) then
        c = x(i)*b
      else
        if (b > 0.1d0) c = y(i)
      end if
    end if
    f = f + b*c
  end do
end subroutine zeros_of_other_arms
subroutine zeros_outside(n, x, y, w, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n), w
  real(8), intent(out) :: f
  real(8) :: a, b, c, last
  integer :: i, k
  f = 0.d0
  last = w
  do i = 1, n
    a = x(i)*w
    b = y(i)
    if (a > 1.2d0) then
      f = f + b
      exit
    else if (a > 1.d0) then
      b = a*b
      cycle
    end if
    if (last > 0.4d0) then
      c = last*x(i)
      last = a
    else
      c = a*b
    end if
    select case (mod(i, 3))
    case (0)
      b = b*c
    case (1)
      b = a + c
    end select
    if (b > 0.2d0) then
      do k = 1, 3
        c = c*b + x(i)
      end do
    else
      c = sin(b)
    end if
    f = f + b*c
    y(i) = f*c
  end do
  w = last
end subroutine zeros_outside
