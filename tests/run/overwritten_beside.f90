! Active calls that overwrite another argument with something passive, in loops that make it active again: its adjoint ends at the call.
! head: main(x s)\(x s y)
! inputs: x(4) = 0.5 .. 1.5
! inputs: s = 0.5 .. 1.5
module renewing
  implicit none
contains
subroutine renew(a, b, c)
  real(8), intent(out) :: a(4)
  real(8), intent(inout) :: b
  real(8), intent(out) :: c
  a = 0.5d0
  b = b*b
  c = 0.25d0
end subroutine renew
real(8) function value(a, b)
  real(8), intent(out) :: a(4)
  real(8), intent(in) :: b
  a = 0.75d0
  value = sin(b)
end function value
end module renewing
subroutine main(x, s, y)
  use renewing
  implicit none
  real(8), intent(inout) :: x(4), s
  real(8), intent(out) :: y
  real(8) :: t, w(4), z(4)
  integer :: i
  t = x(1)
  z = x
  y = x(2)
  do i = 1, 3
    s = s*t + sum(x)*z(2)
    w = x*t
    call renew(x, s, t)
    x = x*w
    t = t*w(2)
    y = y*value(z, w(i))
    z = z*s
    call renew(c=y, a=w, b=s)
    y = y + w(2) + s
  end do
end subroutine main
