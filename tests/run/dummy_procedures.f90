! Dummy procedures of a module: with an interface block, with PROCEDURE, several procedures for one dummy.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  real(8) :: gain = 1.5d0
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(n), r
    call march(decay, 5, x, u)
    call march(rhs=logistic, steps=3, x0=2*u, x=u)
    r = root(poly, x(1))
    y = sum(u**2) + r*x(2)
  end subroutine
  subroutine march(rhs, steps, x0, x)
    interface
      subroutine rhs(t, x, dx)
        real(8), intent(in) :: t, x(:)
        real(8), intent(out) :: dx(:)
      end subroutine
    end interface
    integer, intent(in) :: steps
    real(8), intent(in) :: x0(:)
    real(8), intent(inout) :: x(:)
    real(8) :: k1(size(x)), k2(size(x)), t
    integer :: i
    x = x0
    t = 0
    do i = 1, steps
      call rhs(t, x, k1)
      call rhs(t + 0.1d0, x + 0.1d0*k1, k2)
      x = x + 0.05d0*(k1 + k2)
      t = t + 0.1d0
    end do
  end subroutine
  subroutine decay(t, x, dx)
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: dx(:)
    dx = -gain*x*(1 + t) + cshift(x, 1)*x
  end subroutine
  subroutine logistic(t, x, dx)
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: dx(:)
    dx = x*(1 - x)*cos(t)
  end subroutine
  real(8) function root(g, c)
    procedure(poly) :: g
    real(8), intent(in) :: c
    integer :: it
    real(8) :: h
    root = c
    do it = 1, 5
      h = g(root, c)
      root = root - h/(2*root + 1)
    end do
  end function
  real(8) function poly(z, c)
    real(8), intent(in) :: z, c
    poly = z*z + z - c
  end function
end module
