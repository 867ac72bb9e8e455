! Nested IF, ELSE IF and SELECT CASE; variables overwritten in them.
! head: branches(x y)\(z)
! inputs: kind = 1 .. 4
! inputs: x = -1.0 .. 1.0
subroutine branches(kind, x, y, z)
  implicit none
  integer, intent(in) :: kind
  real(8), intent(in) :: x, y
  real(8), intent(out) :: z
  real(8) :: t
  t = x*y
  if (t > 0.2d0) then
    t = t*t
    if (y > 1.0d0) t = t*sin(y)
  else if (t < -0.2d0) then
    t = exp(t)
  else
    t = 3.0d0*t
  end if
  select case (kind)
  case (1)
    t = t*x
  case (2, 3)
    t = t*y
    t = cos(t)
  case default
    t = t + x
  end select
  z = t*t
end subroutine branches
