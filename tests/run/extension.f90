! Type extension: inherited components, the parent as a component, CLASS dummies.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: base
    real(8) :: x = 0d0
    real(8) :: y = 0d0
  end type
  type, extends(base) :: child
    real(8) :: z = 0d0
  end type
contains
  subroutine setx(self, v)
    class(base), intent(inout) :: self
    real(8), intent(in) :: v
    self%x = v
    self%y = v*v
  end subroutine
  function norm(self) result(r)
    class(child), intent(in) :: self
    real(8) :: r
    r = self%x*self%base%y + self%z
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(child) :: c
    call setx(c, x(1))
    c%z = x(2)*c%x
    y = norm(c)*x(3)
  end subroutine
end module
