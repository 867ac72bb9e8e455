! Functions that decide the dynamic type of their value: assigned to objects and components, as SOURCE of ALLOCATE, as an argument; and MOVE_ALLOC of
! such objects.
! head: areas(x)\(y)
! head: chain(x)\(y)
! head: moved(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module factories
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type, abstract :: shape
    real(dp) :: w = 1
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    function area_of(self) result(a)
      import :: shape, dp
      class(shape), intent(in) :: self
      real(dp) :: a
    end function
  end interface
  type, extends(shape) :: circle
    real(dp) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: box
    real(dp) :: a, b
  contains
    procedure :: area => box_area
  end type
  type :: holder
    class(shape), allocatable :: held
  end type
contains
  function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real(dp) :: a
    a = self%w*self%r**2
  end function
  function box_area(self) result(a)
    class(box), intent(in) :: self
    real(dp) :: a
    a = self%w*self%a*self%b
  end function

  function make(kind, x) result(obj)
    integer, intent(in) :: kind
    real(dp), intent(in) :: x(:)
    class(shape), allocatable :: obj
    select case (kind)
    case (1)
      allocate (circle :: obj)
    case default
      allocate (box :: obj)
    end select
    select type (obj)
    type is (circle)
      obj%r = x(1)*x(2)
    type is (box)
      obj%a = x(1)
      obj%b = sin(x(2))
    end select
  end function
  function build(name, p) result(s)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: p
    class(shape), allocatable :: s
    if (name == 'circle') then
      allocate (s, source=circle(1._dp, p))
    else
      allocate (s, source=box(2._dp, p, p**2))
    end if
  end function
  function measure(s) result(a)
    class(shape), intent(in) :: s
    real(dp) :: a
    a = s%area()*s%w
  end function

  subroutine areas(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    class(shape), allocatable :: s, t
    s = make(1, x(1:2))
    allocate (t, source=make(2, x(3:4)))
    y = s%area()*t%area()*measure(make(2, x(2:3)))
  end subroutine

  subroutine chain(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    type(holder) :: h(4)
    integer :: i
    do i = 1, 4
      if (mod(i, 2) == 0) then
        h(i)%held = build('circle', x(i))
      else
        h(i)%held = build('box', x(i))
      end if
    end do
    y = 1
    do i = 1, 4
      y = y*h(i)%held%area()
    end do
  end subroutine

  subroutine moved(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    class(shape), allocatable :: s, t
    s = build('box', x(1))
    call move_alloc(s, t)
    y = t%area()*x(2)
    if (allocated(s)) y = 0
  end subroutine
end module factories
