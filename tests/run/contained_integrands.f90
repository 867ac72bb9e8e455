! Integrators and solvers that give their dummy procedure to internal procedures, which alone call it: recursion, values of the host, an optional weight,
! an internal name that the procedure given has too.
! head: top(p)\(y)
! inputs: p = 0.3 .. 0.9
module m_integrators
  implicit none
  abstract interface
    function curve(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function curve
    subroutine rate(t, x, dx)
      real(8), intent(in) :: t, x(:)
      real(8), intent(out) :: dx(:)
    end subroutine rate
  end interface
contains
  subroutine adaptive(f, a, b, s, weight)
    procedure(curve) :: f
    real(8), intent(in) :: a, b
    real(8), intent(out) :: s
    procedure(curve), optional :: weight
    integer :: leaves
    leaves = 0
    s = part(a, b, 2)
    s = s*leaves
  contains
    recursive function part(l, r, depth) result(t)
      real(8), intent(in) :: l, r
      integer, intent(in) :: depth
      real(8) :: t, c
      c = 0.5d0*(l + r)
      if (depth == 0) then
        leaves = leaves + 1
        t = (r - l)/6*(at(l) + 4*at(c) + at(r))
      else
        t = part(l, c, depth - 1) + part(c, r, depth - 1)
      end if
    end function part
    function at(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y, wave
      wave = 1
      if (present(weight)) wave = weight(x)
      y = f(x)*wave
    end function at
  end subroutine adaptive
  subroutine steps(rhs, n, x)
    procedure(rate) :: rhs
    integer, intent(in) :: n
    real(8), intent(inout) :: x(:)
    real(8) :: t, k(size(x))
    integer :: i
    t = 0
    do i = 1, n
      call one(0.1d0)
    end do
  contains
    subroutine one(h)
      real(8), intent(in) :: h
      call rhs(t, x, k)
      x = x + h*k
      call rhs(t + h, x, k)
      x = x + 0.5d0*h*k
      t = t + h
    end subroutine one
  end subroutine steps
end module m_integrators
module m_laws
  use m_integrators
  implicit none
  real(8) :: gain = 1.2d0
contains
  function bell(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = exp(-gain*x*x)
  end function bell
  function wave(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = sin(3*x) + 2
  end function wave
  subroutine decay(t, x, dx)
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: dx(:)
    dx = -gain*x*cshift(x, 1)*(1 + t)
  end subroutine decay
  subroutine top(p, y)
    real(8), intent(in) :: p(3)
    real(8), intent(out) :: y
    real(8) :: s, t, u, x(3)
    gain = p(1) + 1
    call adaptive(bell, p(1), p(2), s)
    call adaptive(wave, p(2), p(3)*s, t)
    call adaptive(bell, p(3), s, u, wave)
    x = p*s
    call steps(decay, 3, x)
    y = s*t*u + sum(x**2)
  end subroutine top
end module m_laws
