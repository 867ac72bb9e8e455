! Unlimited polymorphic objects beside what is active.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
! wrong interpreted: has errors
module m_any
  implicit none
  type item
    class(*), allocatable :: what
  end type
contains
  integer function weight(any)
    class(*), intent(in) :: any
    select type (any)
    type is (integer)
      weight = any
    type is (character(*))
      weight = len(any)
    class default
      weight = 1
    end select
  end function
end module
subroutine top(x, y)
  use m_any
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(item) :: it(2)
  allocate (it(1)%what, source=7)
  allocate (it(2)%what, source='abc')
  y = x(1)**2*weight(it(1)%what) + x(2)*weight(it(2)%what)*x(3) + weight(2.5)*x(1)
end subroutine
