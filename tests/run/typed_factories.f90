! MOVE_ALLOC from an object of a TYPE to one of a CLASS, the way factories give what they have made: with keywords, allocatable components, in turns, of nothing,
! and to what is allocated already.
! head: keyed(x)\(f)
! head: lists(x)\(f)
! head: turned(x)\(f)
! head: nothing(x)\(f)
! head: again(x)\(f)
! inputs: x(3) = 0.5 .. 1.5
module typed_factories
  implicit none
  type, abstract :: base
    real(8) :: w = 1
  contains
    procedure(val_i), deferred :: val
  end type
  abstract interface
    function val_i(self) result(r)
      import :: base
      class(base), intent(in) :: self
      real(8) :: r
    end function
  end interface
  type, extends(base) :: sq
    real(8) :: c = 0
  contains
    procedure :: val => sq_val
  end type
  type, extends(base) :: list
    real(8), allocatable :: c(:)
  contains
    procedure :: val => list_val
  end type
contains
  function sq_val(self) result(r)
    class(sq), intent(in) :: self
    real(8) :: r
    r = self%c**2*self%w
  end function
  function list_val(self) result(r)
    class(list), intent(in) :: self
    real(8) :: r
    r = sum(self%c**2)*self%w
  end function
  subroutine keyed(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(base), allocatable :: b
    type(sq), allocatable :: t
    allocate(t)
    t%c = 2*x(1)
    t%w = x(2)
    call move_alloc(to=b, from=t)
    f = b%val()
  end subroutine
  subroutine lists(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(base), allocatable :: b
    type(list), allocatable :: t
    allocate(t)
    t%c = 2*x
    call move_alloc(t, b)
    f = b%val()
    if (allocated(t)) f = 0
  end subroutine
  subroutine make(k, x, b)
    integer, intent(in) :: k
    real(8), intent(in) :: x(3)
    class(base), allocatable, intent(out) :: b
    type(sq), allocatable :: t
    type(list), allocatable :: l
    if (k == 1) then
      allocate(t)
      t%c = 2*x(1)
      call move_alloc(t, b)
    else
      allocate(l)
      l%c = x(2:3)
      call move_alloc(l, b)
    end if
  end subroutine
  subroutine turned(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(base), allocatable :: b
    integer :: i
    f = 1
    do i = 1, 2
      call make(i, x*f, b)
      f = f + b%val()
    end do
  end subroutine
  subroutine nothing(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(base), allocatable :: b
    type(sq), allocatable :: t
    f = x(1)**2
    if (x(1) > 100) then
      allocate (t)
      t%c = x(1)
    end if
    call move_alloc(t, b)
    if (allocated(b)) f = f + b%val()
  end subroutine
  subroutine again(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    class(base), allocatable :: b
    type(sq), allocatable :: t
    allocate (sq :: b)
    b%w = x(3)
    f = b%w
    allocate (t)
    t%c = x(1)
    call move_alloc(t, b)
    f = f + b%val()
    allocate (t)
    t%c = x(2)
    f = f*t%val()
  end subroutine
end module
