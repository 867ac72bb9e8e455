! What a module hands on from another one has derivatives that are used beside the module.
! head: objective(f)/(x)
! inputs: n = 3
! options: -module reuse
module points
  implicit none
  integer, parameter :: wp = kind(1d0)
  type point
    real(wp) :: c(2)
  end type
  interface operator(.dot.)
    module procedure point_dot
  end interface
contains
  pure real(wp) function point_dot(a, b)
    type(point), intent(in) :: a, b
    point_dot = sum(a%c*b%c)
  end function
  subroutine turn(p, angle)
    type(point), intent(inout) :: p
    real(wp), intent(in) :: angle
    p%c = [cos(angle)*p%c(1) - sin(angle)*p%c(2), sin(angle)*p%c(1) + cos(angle)*p%c(2)]
  end subroutine
end module
module path
  use points, rotate => turn
  implicit none
  real(wp), save :: scale = 2
contains
  subroutine walk(x, p)
    real(wp), intent(in) :: x(:)
    type(point), intent(out) :: p
    integer :: i
    p%c = [1._wp, 0._wp]
    do i = 1, size(x)
      call rotate(p, x(i))
      p%c(1) = p%c(1) + scale*x(i)
    end do
  end subroutine
end module
subroutine objective(n, x, f)
  use path
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: f
  type(point) :: p, q
  call walk(x, p)
  call part(q)
  f = (p .dot. q) + (q .dot. q)
contains
  subroutine part(r)
    use path, only: point, move => rotate
    type(point), intent(out) :: r
    r%c = x(1:2)
    call move(r, x(n))
  end subroutine
end subroutine
