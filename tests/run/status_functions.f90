! Functions that return a status, and change active variables: they leave tests and conditions.
! head: main(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
module tools
  implicit none
  real(8) :: g
contains
  integer function status(v)
    real(8), intent(inout) :: v(:)
    v = 0.25d0*v**2
    g = 0.75d0*v(1)
    status = 1
  end function status
  logical function ready(v, w)
    real(8), intent(out) :: v
    real(8), intent(inout) :: w
    v = 0.25d0
    w = w*sin(w)
    ready = .true.
  end function ready
end module tools
subroutine main(n, x, y)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n), s, t
  integer :: i, k
  v = x
  g = x(1)*x(2)
  s = sin(x(1))
  t = cos(x(2))
  y = sum(v)*g*s*t
  do i = 1, 2
    k = status(v)
    y = y + sum(v)*g
    v = v*x(i)
    g = g*x(i)
    if (ready(s, t)) then
      y = y + s*x(1)*t
    else
      y = y - s
    end if
    s = s*x(2)
    if (x(1) > 0.1d0 .and. ready(t, s)) y = y + t
    t = t*x(3)
    do while (status(x) < 0)
      y = y*x(1)
    end do
  end do
end subroutine main
