! A CLASS pointer that is associated with objects of several types in turn: what adjoints keep of it has their dynamic types.
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
    real(8) :: k = 1
  contains
    procedure :: apply => der_apply
  end type
contains
  subroutine base_apply(self, v)
    class(base), intent(inout) :: self
    real(8), intent(inout) :: v
    v = v*self%a
    self%a = self%a + v
  end subroutine
  subroutine der_apply(self, v)
    class(derived), intent(inout) :: self
    real(8), intent(inout) :: v
    v = v + sin(self%a)*self%k
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(base), target :: b
    type(derived), target :: d
    class(base), pointer :: p
    integer :: i
    b%a = x(1)
    d%a = x(2)**2
    y = 1 + x(1)
    do i = 1, 3
      p => d
      if (i == 2) p => b
      call p%apply(y)
    end do
  end subroutine
end module
