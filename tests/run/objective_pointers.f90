! Procedure components with PASS, NOPASS and a default, each pointing to several procedures.
! head: f(x)\(y)
! inputs: n = 3
module opt
  implicit none
  abstract interface
    subroutine objective(x, f)
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: f
    end subroutine
  end interface
  type :: problem
    procedure(objective), pointer, nopass :: obj => null()
    procedure(penal), pointer :: pen => weak
    real(8) :: mu = 0.5d0
  end type
  abstract interface
    function penal(self, s) result(r)
      import :: problem
      class(problem), intent(in) :: self
      real(8), intent(in) :: s
      real(8) :: r
    end function
  end interface
contains
  subroutine rosen(x, f)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: f
    f = 100*(x(2) - x(1)**2)**2 + (1 - x(1))**2
  end subroutine
  subroutine sphere(x, f)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: f
    f = sum(x**2)
  end subroutine
  function weak(self, s) result(r)
    class(problem), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: r
    r = self%mu*s**2
  end function
  function strong(self, s) result(r)
    class(problem), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: r
    r = self%mu**2*exp(s)
  end function
  subroutine total(p, x, f)
    type(problem), intent(in) :: p
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: f
    call p%obj(x, f)
    f = f + p%pen(x(1)*f)
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(problem) :: a, b
    real(8) :: fa, fb
    a%obj => rosen
    b%obj => sphere
    b%pen => strong
    a%mu = x(3)
    call total(a, 0.1d0*x, fa)
    call total(b, 0.1d0*x, fb)
    y = fa*fb
  end subroutine
end module
