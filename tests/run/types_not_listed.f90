! A derivative asks for the dynamic type of objects, or makes them again: it uses the types that its original does not list, by another name where theirs
! is taken, and where their module keeps them to itself.
! head: user%run(x)\(f)
! inputs: x = 0.5 .. 1.5
! head: user%remade(x)\(f)
! inputs: x = 0.5 .. 1.5
module shapes
  implicit none
  type :: shape
    real(8) :: s = 1
  contains
    procedure :: area => shape_area
  end type
contains
  function shape_area(self, x) result(a)
    class(shape), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: a
    a = self%s*x
  end function
end module
module more
  use shapes, only: shape
  implicit none
  private
  type, extends(shape) :: disc
    real(8) :: r = 2
  contains
    procedure :: area => disc_area
  end type
  type, private, extends(shape) :: square
    real(8) :: side = 1.5
  contains
    procedure :: area => square_area
  end type
  public :: make, make_square
contains
  function square_area(self, x) result(a)
    class(square), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: a
    a = self%s*self%side*x**2
  end function
  subroutine make_square(x, s)
    real(8), intent(in) :: x
    class(shape), allocatable, intent(out) :: s
    allocate(square :: s)
    s%s = s%s*x
  end subroutine
  function disc_area(self, x) result(a)
    class(disc), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: a
    a = self%s*self%r*x**3
  end function
  subroutine make(kind, x, s)
    integer, intent(in) :: kind
    real(8), intent(in) :: x
    class(shape), allocatable, intent(out) :: s
    if (kind == 1) then
      allocate(shape :: s)
    else
      allocate(disc :: s)
    end if
    s%s = s%s*x
  end subroutine
end module
module user
  use shapes, only: shape
  use more, only: make, make_square
  implicit none
contains
  subroutine run(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    class(shape), allocatable :: a, b, c
    integer :: disc
    disc = 2
    call make(1, x, a)
    call make(disc, x, b)
    call make_square(x, c)
    b%s = x
    f = a%area(x)*b%area(x) + c%area(x)
  end subroutine
  subroutine remade(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    class(shape), allocatable :: a
    call make(2, x, a)
    f = a%area(x)
    call make(1, f, a)
    f = f + a%area(x)
    call make_square(f, a)
    f = f + a%area(x)
  end subroutine
end module
