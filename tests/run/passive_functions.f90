! Functions that overwrite active variables with passive values: their derivatives become zero, wherever the call stands.
! head: main(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
module tools
  implicit none
  real(8) :: g
contains
  integer function status(v)
    real(8), intent(inout) :: v(:)
    v = 0.25d0
    g = 0.75d0
    status = 1
  end function status
  logical function ready(v)
    real(8), intent(out) :: v
    v = 0.25d0
    ready = .true.
  end function ready
  real(8) function seed(v)
    real(8), intent(out) :: v
    v = 0.25d0
    seed = 2.d0
  end function seed
  subroutine fill(v)
    real(8), allocatable, intent(inout) :: v(:)
    if (.not. allocated(v)) allocate (v(4))
    v = 0.5d0
  end subroutine fill
end module tools
subroutine main(n, x, y)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  real(8) :: v(n), s, t, u, r
  real(8), allocatable :: al(:)
  integer :: i, k
  v = x
  g = x(1)*x(2)
  s = sin(x(1))
  t = cos(x(2))
  u = x(3)**2
  r = x(4)*x(1)
  y = sum(v)*g*s*t*u*r
  do i = 1, 2
    k = status(v)
    y = y + sum(v)*g
    v = v*x(i)
    g = g*x(i)
    if (ready(s)) then
      y = y + s*x(1)
    else
      y = y - s
    end if
    s = s*x(2)
    if (x(1) > 0.1d0 .and. ready(t)) y = y + t
    t = t*x(3)
    do while (seed(u) < 1.d0)
      y = y*u
    end do
    y = y + u + seed(r)*x(2)
    y = y + r
    r = r*x(1)
    u = u*x(4)
    call fill(al)
    if (x(1) > 1.d0) al(2) = x(1)
    y = y + sum(al)
    al = al*x
  end do
end subroutine main
