! One polymorphic object is passed twice, `v%dot(v)`: types that override, components with allocations, the passed object in another place, three times, in a loop.
! head: run(y)/(x)
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.5
! head: in_a_row(y)/(x)
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.5
! head: without_bindings(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
module vectors
  implicit none
  type, abstract :: vec
    real(8) :: scale = 1
  contains
    procedure(dot_of), deferred, pass(b) :: dot
    procedure(three_of), deferred :: three
  end type vec
  abstract interface
    function dot_of(a, b) result(r)
      import :: vec
      class(vec), intent(in) :: a, b
      real(8) :: r
    end function dot_of
    subroutine three_of(a, b, c, r)
      import :: vec
      class(vec), intent(in) :: a, b, c
      real(8), intent(out) :: r
    end subroutine three_of
  end interface
end module vectors
module kinds_of_vectors
  use vectors
  implicit none
  type, extends(vec) :: allocated_vec
    real(8), allocatable :: c(:)
  contains
    procedure, pass(b) :: dot => allocated_dot
    procedure :: three => allocated_three
  end type allocated_vec
  type, extends(allocated_vec) :: weighted_vec
    real(8) :: w(2) = 0
  contains
    procedure, pass(b) :: dot => weighted_dot
  end type weighted_vec
  type, extends(vec) :: power_vec
    real(8) :: p = 0
    integer :: k = 2
  contains
    procedure, pass(b) :: dot => power_dot
    procedure :: three => power_three
  end type power_vec
contains
  function allocated_dot(a, b) result(r)
    class(vec), intent(in) :: a
    class(allocated_vec), intent(in) :: b
    real(8) :: r
    r = 0
    select type (a)
    class is (allocated_vec)
      r = sum(a%c * b%c) * a%scale
    end select
  end function allocated_dot
  function weighted_dot(a, b) result(r)
    class(vec), intent(in) :: a
    class(weighted_vec), intent(in) :: b
    real(8) :: r
    r = b%w(2)
    select type (a)
    type is (weighted_vec)
      r = sum(a%c * b%c) * a%scale + a%w(1) * b%w(2)
    end select
  end function weighted_dot
  function power_dot(a, b) result(r)
    class(vec), intent(in) :: a
    class(power_vec), intent(in) :: b
    real(8) :: r
    r = b%p**b%k
    select type (a)
    type is (power_vec)
      r = a%p**a%k * b%p * b%scale
    end select
  end function power_dot
  subroutine allocated_three(a, b, c, r)
    class(allocated_vec), intent(in) :: a
    class(vec), intent(in) :: b, c
    real(8), intent(out) :: r
    r = 0
    select type (b)
    class is (allocated_vec)
      select type (c)
      class is (allocated_vec)
        r = sum(a%c * b%c * c%c) * b%scale * c%scale
      end select
    end select
  end subroutine allocated_three
  subroutine power_three(a, b, c, r)
    class(power_vec), intent(in) :: a
    class(vec), intent(in) :: b, c
    real(8), intent(out) :: r
    r = a%p * b%scale * c%scale
  end subroutine power_three
end module kinds_of_vectors
module once_or_twice
  use vectors
  use kinds_of_vectors
  implicit none
  type box
    class(vec), allocatable :: v
  end type box
  type base
    real(8) :: c = 0.3d0
  end type base
  type, extends(base) :: more
    real(8) :: d = 1
  end type more
contains
  function norm(v) result(r)
    class(vec), intent(in) :: v
    real(8) :: r
    r = sqrt(v%dot(v))
  end function norm
  subroutine cubes(v, t)
    class(vec), intent(in) :: v
    real(8), intent(out) :: t
    call v%three(v, v, t)
  end subroutine cubes
  subroutine run(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(allocated_vec) :: a
    type(weighted_vec) :: b
    type(power_vec) :: p
    real(8) :: t
    a%c = x
    a%scale = x(2)
    b%c = x**2
    b%w = x(1:2)
    p%p = x(3)
    p%scale = x(1)
    y = norm(a) + norm(b) * norm(p)
    call cubes(a, t)
    y = y + t
    call cubes(p, t)
    y = y + t
  end subroutine run
  subroutine in_a_row(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(box) :: all(2)
    type(weighted_vec) :: b
    type(power_vec) :: p
    integer :: i
    b%c = x**2
    b%w = x(1:2)
    p%p = x(3)
    allocate (all(1)%v, source=b)
    allocate (all(2)%v, source=p)
    y = 0
    do i = 1, 2
      y = y + all(i)%v%dot(all(i)%v)
      y = y * all(1)%v%dot(all(i)%v)
    end do
  end subroutine in_a_row
  ! One dummy takes the object as one of its declared type: they cannot be one dummy.
  subroutine as_base(a, b, f)
    type(base), intent(in) :: a
    class(base), intent(in) :: b
    real(8), intent(out) :: f
    f = a%c * b%c
    select type (b)
    type is (more)
      f = f * b%d
    end select
  end subroutine as_base
  function value_of(a) result(f)
    class(base), intent(in) :: a
    real(8) :: f
    f = a%c**2
    select type (a)
    type is (more)
      f = f * a%d
    end select
  end function value_of
  subroutine twice(a, f)
    class(base), intent(in) :: a
    real(8), intent(out) :: f
    call as_base(a, a, f)
  end subroutine twice
  subroutine without_bindings(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(more) :: a, idle
    type(base) :: b
    real(8) :: t
    a = more(x(1), x(2))
    b%c = x(1)
    idle%d = 3
    call twice(a, y)
    call twice(b, t)
    y = y + t + value_of(a)
    y = y * value_of(idle)
    call twice(idle, t)
    y = y * t
  end subroutine without_bindings
end module once_or_twice
