! A structure that is passive here, and active in another call of the same procedure.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: par
    real(8) :: mu = 0.5d0
    integer, pointer :: q => null()
  end type
contains
  subroutine total(p, x, f)
    type(par), intent(in) :: p
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: f
    f = p%mu*sum(x**2)
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(par) :: a, b
    real(8) :: fa, fb
    a%mu = x(3)
    call total(a, 0.1d0*x, fa)
    call total(b, 0.1d0*x, fb)
    y = fa*fb
  end subroutine
end module
