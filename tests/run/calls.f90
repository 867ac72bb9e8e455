! Calls: functions in expressions, a procedure called twice, an argument that is both read and written, recursion of values.
! head: calls(x)\(y)
subroutine calls(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: u, v
  real(8), external :: square
  u = square(x) + square(sin(x))*x
  v = 1.0d0
  call advance(u, v)
  call advance(v, u)
  y = u*v + square(square(v))
end subroutine calls

subroutine advance(p, q)
  implicit none
  real(8), intent(inout) :: p, q
  real(8) :: t
  t = p*q
  p = p + 0.1d0*sin(t)
  q = q*cos(p)
end subroutine advance

function square(t) result(s)
  implicit none
  real(8), intent(in) :: t
  real(8) :: s
  s = t*t
end function square
