! SELECT TYPE without a name of its own takes that of an ASSOCIATE around it, or the one by which USE brings the object.
! inputs: x = 0.5 .. 1.5
! head: total(e)/(x)
! head: parts(e)/(x)
! head: renamed(e)/(x)
module shapes
  implicit none
  type :: shape
    real(8) :: r = 0
  end type
  type, extends(shape) :: ring
    real(8) :: inner = 0
  end type
  type, extends(ring) :: tube
    real(8) :: length = 1
  end type
  type :: holder
    class(shape), allocatable :: s
  end type
  class(shape), allocatable :: current
contains
  subroutine total(x, e)
    real(8), intent(in) :: x
    real(8), intent(out) :: e
    class(shape), allocatable :: s
    allocate(ring :: s)
    s%r = x
    associate (w => s)
      select type (w)
      type is (ring)
        w%inner = x**2
        e = w%inner*w%r
      class default
        e = w%r
      end select
    end associate
  end subroutine

  subroutine parts(x, e)
    real(8), intent(in) :: x
    real(8), intent(out) :: e
    type(holder) :: h(2)
    integer :: i
    allocate(ring :: h(1)%s)
    allocate(tube :: h(2)%s)
    e = 1
    do i = 1, 2
      associate (s => h(i)%s, factor => x*i)
        s%r = factor
        select type (s)
        type is (tube)
          s%length = s%r**2
          e = e*s%length
        class is (ring)
          s%inner = factor*s%r**3
          e = e + s%inner
        end select
        e = e*s%r
      end associate
    end do
    associate (whole => h(2))
      associate (part => whole%s)
        select type (part)
        class is (ring)
          part%inner = e
          e = part%inner**2*part%r
        end select
      end associate
    end associate
  end subroutine
end module
subroutine renamed(x, e)
  use shapes, object => current
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: e
  if (allocated(object)) deallocate(object)
  allocate(ring :: object)
  object%r = x
  select type (object)
  type is (ring)
    object%inner = object%r**2
    e = object%inner*x
  class default
    e = object%r
  end select
end subroutine
