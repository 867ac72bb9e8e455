! options: -invertupdates
! head: prefix(x)\(f)
! inputs: n = 7
! head: march(u c)\(cost)
! inputs: n = 8
! inputs: steps = 5
! inputs: u(8) = 0.1 .. 0.5
! inputs: c = 0.1 .. 0.2
! head: kept(x y)\(f)
! inputs: n = 5
module updates
  implicit none
  private
  public :: prefix, march, kept
contains
  !> The loop of Strout and Hovland, figure 1: the adjoint needs all values of the sum, last first.
  subroutine prefix(n, x, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    real(8) :: a, t
    integer :: i
    a = 0.0d0
    f = 0.0d0
    do i = 1, n
      a = a + x(i)*x(i)
      t = sin(a)
      f = f + t
    end do
  end subroutine prefix

  !> Elements that are updated from their neighbours.
  subroutine march(n, steps, u, c, cost)
    integer, intent(in) :: n, steps
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: c
    real(8), intent(out) :: cost
    real(8) :: v(n)
    integer :: i, k
    v = 0.5d0*u
    do k = 1, steps
      do i = 2, n - 1
        v(i) = v(i) + c*u(i - 1)*u(i + 1)
      end do
      do i = 2, n - 1
        u(i) = u(i) - c*v(i)**2
      end do
    end do
    cost = 0.0d0
    do i = 1, n
      cost = cost + u(i)*v(i)
    end do
  end subroutine march

  !> What is added depends on the place itself, or is not the whole change: such statements are not inverted.
  subroutine kept(n, x, y, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y
    real(8), intent(out) :: f
    real(8) :: s(n), a
    integer :: i
    s = x
    a = y
    do i = 2, n
      s(i) = s(i) + s(i - 1)*s(i - 1)
      a = a + a*s(i)
      a = 2.0d0*a - s(i)
      a = s(i)*y - a
    end do
    f = a*a + sum(s*s)
  end subroutine kept
end module updates
