! ALLOCATE with SOURCE= of a local object with a procedure pointer: the procedure that it leads to is in both halves of a split procedure.
! head: objective(x)\(j)
! inputs: x = 0.5 .. 1.5
module app
  implicit none
  abstract interface
    function unary(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  type, abstract :: layer
    real(8) :: out = 0
  contains
    procedure(fwd), deferred :: forward
  end type
  abstract interface
    subroutine fwd(self, x)
      import :: layer
      class(layer), intent(inout) :: self
      real(8), intent(in) :: x
    end subroutine
  end interface
  type, extends(layer) :: activation
    procedure(unary), pointer, nopass :: f => null()
    real(8) :: gain = 1
  contains
    procedure :: forward => apply_act
  end type
  type slot
    class(layer), allocatable :: l
  end type
contains
  subroutine apply_act(self, x)
    class(activation), intent(inout) :: self
    real(8), intent(in) :: x
    self%out = self%gain*self%f(x)
  end subroutine
  subroutine add_act(s, f, gain)
    type(slot), intent(inout) :: s
    procedure(unary) :: f
    real(8), intent(in) :: gain
    type(activation) :: a
    a%f => f
    a%gain = gain
    allocate(s%l, source=a)
  end subroutine
  function sq(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x**2
  end function
  subroutine objective(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(slot) :: s
    call add_act(s, sq, x)
    call s%l%forward(x)
    j = s%l%out
  end subroutine
end module
