! Objects get their dynamic type from values: assignment, SOURCE= with a constructor and with a polymorphic object, functions, TYPE IS.
! head: assigned(x)\(y)
! head: made(x)\(y)
! head: copied(x)\(y)
! head: replaced(x)\(y)
! head: profile(x)\(y)
module laws
  implicit none
  type, abstract :: law
    real(8) :: scale = 1
  contains
    procedure(value_i), deferred :: value
  end type
  type, extends(law) :: linear
    real(8) :: slope = 2
  contains
    procedure :: value => linear_value
  end type
  type, extends(law) :: power
    real(8) :: exponent = 2
    real(8), allocatable :: weights(:)
  contains
    procedure :: value => power_value
  end type
  type :: holder
    class(law), allocatable :: l
  end type
  abstract interface
    function value_i(self, x) result(v)
      import :: law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
  end interface
contains
  function linear_value(self, x) result(v)
    class(linear), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*self%slope*x
  end function
  function power_value(self, x) result(v)
    class(power), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = self%scale*x**self%exponent
    if (allocated(self%weights)) v = v + sum(self%weights)*x
  end function

  subroutine assigned(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(law), allocatable :: l
    l = power(x, 1 + x**2, [x, 2*x])
    y = l%value(x)
  end subroutine

  subroutine made(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(law), allocatable :: l
    allocate(l, source=linear(scale=x, slope=sin(x)))
    y = l%value(x)**2
  end subroutine

  subroutine set(h, l)
    type(holder), intent(inout) :: h
    class(law), intent(in) :: l
    allocate(h%l, source=l)
  end subroutine

  subroutine copied(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(holder) :: a, b
    type(linear) :: lin
    type(power) :: pow
    lin%slope = x**2
    pow%exponent = 1.5d0
    pow%weights = [x, x**3]
    call set(a, lin)
    call set(b, pow)
    y = a%l%value(x)*b%l%value(x)
  end subroutine

  subroutine replaced(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(law), allocatable :: l
    l = linear(x, x**2)
    select type (l)
    type is (linear)
      l = linear(l%slope, l%scale)
    end select
    select type (q => l)
    type is (linear)
      q%scale = q%scale + x
      q = linear(slope=q%scale*x, scale=3.d0)
    end select
    y = l%value(x)
  end subroutine

  subroutine profile(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(law), allocatable :: l
    integer :: i
    y = 0
    do i = 1, 3
      l = power(x*i, 2.d0)
      y = y + l%value(x)
    end do
  end subroutine
end module
