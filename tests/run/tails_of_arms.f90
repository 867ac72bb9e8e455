! What all arms of a choice do last stands behind it in the adjoint. Just outside: no ELSE, an arm that leaves the turn, one that clears another element, SELECT CASE.
! inputs: n = 6
! inputs: x = 0.3 .. 1.6
! inputs: y = 0.2 .. 1.1
! head: tails_of_arms(x y)\(x f)
subroutine tails_of_arms(n, x, y, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: f
  real(8) :: u(n), v(n), s
  integer :: i
  u = 0.d0
  v = 0.d0
  f = 0.d0
  do i = 1, n
    if (x(i) > y(i)) then
      u(i) = x(i)*y(i)
    else
      u(i) = 2.d0
    end if
    if (u(i) > 0.4d0) then
      if (x(i) > 1.d0) then
        v(i) = x(i)
      else
        v(i) = sin(u(i))
      end if
    else if (u(i) > 0.3d0) then
      v(i) = u(i)*y(i)
    else
      v(i) = 0.5d0
    end if
  end do
  do i = 2, n
    s = y(i)
    if (v(i) > 0.6d0) s = v(i)*x(i)
    if (u(i) > 0.5d0) then
      u(i) = s
      if (s > 1.5d0) cycle
    else
      u(i-1) = s
    end if
    select case (mod(i, 3))
    case (0)
      v(i) = u(i)*s
    case default
      v(i) = u(i-1)
    end select
    f = f + v(i)*u(i)
    x(i) = v(i)
  end do
end subroutine tails_of_arms
