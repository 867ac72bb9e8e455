! An abstract type, deferred and overridden bindings, calls that the dynamic type decides.
! head: f(x)\(y)
! inputs: n = 3
module shapes
  implicit none
  type, abstract :: shape
    real(8) :: w = 1d0
  contains
    procedure(area_if), deferred :: area
    procedure :: scale => shape_scale
    procedure :: describe
  end type
  abstract interface
    function area_if(self) result(a)
      import :: shape
      class(shape), intent(in) :: self
      real(8) :: a
    end function
  end interface
  type, extends(shape) :: box
    real(8) :: h = 1d0
  contains
    procedure :: area => box_area
    procedure :: scale => box_scale
  end type
  type, extends(shape) :: circle
  contains
    procedure :: area => circle_area
  end type
contains
  function box_area(self) result(a)
    class(box), intent(in) :: self
    real(8) :: a
    a = self%w*self%h
  end function
  function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real(8) :: a
    a = 3.14159d0*self%w**2
  end function
  subroutine shape_scale(self, f)
    class(shape), intent(inout) :: self
    real(8), intent(in) :: f
    self%w = self%w*f
  end subroutine
  subroutine box_scale(self, f)
    class(box), intent(inout) :: self
    real(8), intent(in) :: f
    self%w = self%w*f
    self%h = self%h*f**2
  end subroutine
  subroutine describe(self, r)
    class(shape), intent(inout) :: self
    real(8), intent(inout) :: r
    call self%scale(r)
    r = r + sin(self%area())*self%area()
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(box) :: b
    type(circle) :: c
    real(8) :: r
    b%w = x(1); b%h = x(2)
    c%w = x(3)
    r = x(1)*x(2)
    call b%describe(r)
    call c%describe(r)
    y = r*b%w + c%w
  end subroutine
end module
