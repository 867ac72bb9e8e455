! A procedure of a type that calls the same one of an object of another type, by a CLASS pointer.
! head: f(x)\(y)
! inputs: x(2) = 0.5 .. 1.5
module m
  implicit none
  type base
    real(8) :: a = 0
  contains
    procedure :: apply => base_apply
  end type
  type, extends(base) :: derived
    class(base), pointer :: link => null()
  contains
    procedure :: apply => der_apply
  end type
contains
  subroutine base_apply(self, v)
    class(base), intent(inout) :: self
    real(8), intent(inout) :: v
    v = v*self%a
  end subroutine
  subroutine der_apply(self, v)
    class(derived), intent(inout) :: self
    real(8), intent(inout) :: v
    call self%link%apply(v)
    v = v + sin(self%a)
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(base), target :: b
    type(derived), target :: d
    class(base), pointer :: p
    b%a = x(1)
    d%a = x(2)**2
    d%link => b
    p => d
    y = 1 + x(1)
    call p%apply(y)
  end subroutine
end module
