! head: f(x)\(y)
! inputs: x = 0.6 .. 0.9
! What overwrites a part of a variable that EQUIVALENCE, or a COMMON block of another shape, names by itself, clears the derivative there.
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y(4)
  real(8) :: t(3), e, u(4), v(2), c(3), d
  equivalence (t(2), e), (u(2), v(1))
  common /shape/ c, d
  t = [x, 2*x, 3*x]
  e = 0.5d0
  y(1) = t(1) + t(2)*t(3)
  u = x
  if (x > 0.5d0) call set(v(2))
  y(2) = u(1)*u(2) + u(3)*u(4)
  t = x
  call set(e)
  y(3) = t(1)*t(2) + t(3)*x
  c = x
  d = x*x
  call reshaped
  y(4) = c(1)*c(2) + c(3)*d
end subroutine f
subroutine set(p)
  implicit none
  real(8), intent(out) :: p
  p = 0.5d0
end subroutine set
subroutine reshaped
  implicit none
  real(8) :: a, b, c
  common /shape/ a, b, c
  b = 0.25d0
  c = 2.d0*a
  a = 1.5d0
end subroutine reshaped
