! INTENT(OUT) objects in overridden bindings, whose allocatable components only some types have: what a branch notes about a component that an object does not
! have, it notes too.
! head: run(x)\(f)
! inputs: x = 0.5 .. 1.5
! inputs: k = 2
module m
  implicit none
  type :: shape
    real(8) :: s = 0
    real(8), allocatable :: q(:)
  contains
    procedure :: init => shape_init
    procedure :: value => shape_value
  end type
  type, extends(shape) :: square
    real(8), allocatable :: w(:)
  contains
    procedure :: init => square_init
    procedure :: value => square_value
  end type
  type, extends(square) :: big
    real(8) :: t = 1
    real(8), allocatable :: z
  contains
    procedure :: init => big_init
    procedure :: value => big_value
  end type
  type, extends(shape) :: disc
    real(8) :: r = 0
    real(8) :: c(2) = 1
  contains
    procedure :: init => disc_init
    procedure :: value => disc_value
  end type
contains
  subroutine shape_init(self, n, x)
    class(shape), intent(out) :: self
    integer, intent(in) :: n
    real(8), intent(in) :: x
    self%s = x*n
  end subroutine
  function shape_value(self) result(v)
    class(shape), intent(in) :: self
    real(8) :: v
    v = self%s**2
  end function
  subroutine square_init(self, n, x)
    class(square), intent(out) :: self
    integer, intent(in) :: n
    real(8), intent(in) :: x
    allocate(self%w(n))
    self%w = x
    self%s = x
  end subroutine
  subroutine big_init(self, n, x)
    class(big), intent(out) :: self
    integer, intent(in) :: n
    real(8), intent(in) :: x
    allocate(self%w(n+1), self%z, self%q(n))
    self%w = x**2
    self%q = x
    self%z = x
    self%s = self%t*x
  end subroutine
  subroutine disc_init(self, n, x)
    class(disc), intent(out) :: self
    integer, intent(in) :: n
    real(8), intent(in) :: x
    self%s = x**2
    self%r = x*n
    self%c(2) = x
  end subroutine
  function square_value(self) result(v)
    class(square), intent(in) :: self
    real(8) :: v
    v = self%s*self%w(2)
  end function
  function big_value(self) result(v)
    class(big), intent(in) :: self
    real(8) :: v
    v = self%s*self%w(2)*self%z + sum(self%q)
  end function
  function disc_value(self) result(v)
    class(disc), intent(in) :: self
    real(8) :: v
    v = self%s*self%r + self%c(1)*self%c(2)
  end function
  subroutine make(k, x, a)
    integer, intent(in) :: k
    real(8), intent(in) :: x
    class(shape), allocatable, intent(inout) :: a
    if (k == 1) then
      allocate(square :: a)
    else if (k == 3) then
      allocate(shape :: a)
    else if (k == 2) then
      allocate(big :: a)
    else
      allocate(disc :: a)
    end if
    a%s = x
  end subroutine
  subroutine work(s, x, f)
    class(shape), intent(inout) :: s
    real(8), intent(in) :: x
    real(8), intent(inout) :: f
    call s%init(3, x)
    f = f + s%value()
  end subroutine
  subroutine run(k, x, f)
    integer, intent(in) :: k
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    class(shape), allocatable :: a
    type(disc) :: d
    integer :: i
    f = 0
    do i = 1, 4
      call make(i, x*i, a)
      call work(a, x*i, f)
      call a%init(4, x*f)
      f = f + a%value()
      call work(d, x**2, f)
      deallocate(a)
    end do
    call make(k, x, a)
    call a%init(2, x)
    f = f + a%value()
  end subroutine
end module
