! Functions that compute through their arguments and return a status, passed as arguments and called in tests.
! head: relax(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.0
! inputs: y = 0.0
module solvers
  implicit none
  abstract interface
    integer function residual(n, x, f)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: f(n)
    end function residual
  end interface
contains
  integer function pull(n, x, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: f(n)
    f = f*x + sin(x)
    pull = 0
  end function pull

  subroutine sweep(f, n, x, r)
    procedure(residual) :: f
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(inout) :: r(n)
    integer :: turn
    do turn = 1, 2
      if (f(n, x, r) /= 0) return
      x = x - 0.1d0*r
    end do
    if (n > 1 .and. f(n, x, r) == 0) x = x*r
  end subroutine sweep
end module solvers

subroutine relax(n, x, y)
  use solvers
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), r(n)
  w = x
  r = x**2
  call sweep(pull, n, w, r)
  y = sum(w)
end subroutine relax
