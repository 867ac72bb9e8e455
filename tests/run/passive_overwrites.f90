! Calls without derivatives that overwrite, on some paths, what has one: a global, a member of COMMON, a variable of the procedure around, one
! component of a structure, an element.
! head: passive_work%passive_overwrites(x)\(y z)
module passive_work
  implicit none
  type pair
    real(8) :: a, b
    real(8) :: c(2)
  end type pair
  real(8) :: kept = 1.d0, list(3) = 2.d0
contains
  subroutine passive_overwrites(x, y, z)
    real(8), intent(in) :: x
    real(8), intent(out) :: y, z
    real(8) :: own, line(3), block
    type(pair) :: p, q
    integer :: i
    common /passive_common/ block
    kept = x*x
    list = x
    own = sin(x)
    line = x
    block = x**3
    p = pair(x, x*x, [x, 2.d0*x])
    q = pair(sin(x), x, [x*x, x])
    if (x > 0.1d0) call globals()
    if (x > 0.2d0) call shared()
    do i = 1, 3
      if (i*x > 5.d0) cycle
      if (i == 2) call around()
      if (i == 3) call element(line(i))
      own = own*line(i) + x
    end do
    y = own + kept*x + sum(list)*block*x
    if (x > 0.3d0) call component(p)
    call component(q)
    if (x > 0.4d0) call around()
    y = y*x + own*x + p%a*p%b + sum(p%c)*x
    z = q%a*q%b*q%c(1) + line(3)*line(2) + kept
    if (x > 0.1d0) z = z*value()
    y = y + kept*x
  contains
    subroutine around()
      own = 0.5d0
    end subroutine around
    function value() result(r)
      real(8) :: r
      r = 2.d0
      kept = 3.d0
      p%b = 0.5d0
    end function value
  end subroutine passive_overwrites
  subroutine globals()
    kept = 0.25d0
    list(2) = 1.5d0
  end subroutine globals
  subroutine component(p)
    type(pair), intent(inout) :: p
    p%a = 0.75d0
    p%c(2) = 1.d0
  end subroutine component
  subroutine element(e)
    real(8), intent(inout) :: e
    e = 0.25d0
  end subroutine element
end module passive_work

subroutine shared()
  implicit none
  real(8) :: block
  common /passive_common/ block
  block = 2.d0
end subroutine shared
