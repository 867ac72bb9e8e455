! An object with an active component is released, and made again with another dynamic type; its values are needed backward.
! head: f(x)\(y)
! head: g(x)\(y)
module m
  implicit none
  type :: base
    real(8) :: a = 0
  end type
  type, extends(base) :: e2
    real(8) :: k = 0
    real(8), allocatable :: w(:)
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(base), allocatable :: s
    allocate(base :: s)
    s%a = x**2
    y = s%a**2
    deallocate(s)
    allocate(e2 :: s)
    s%a = x*y
    y = s%a**2
  end subroutine
  subroutine g(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    class(base), allocatable :: s
    integer :: i
    y = 0
    do i = 1, 4
      if (mod(i, 2) == 0) then
        allocate(base :: s)
      else
        allocate(e2 :: s)
        select type (s)
        type is (e2)
          allocate(s%w(i))
          s%w = x(i)**2
        end select
      end if
      s%a = x(i)*y + 1
      y = y + s%a**2
      select type (s)
      type is (e2)
        y = y + sum(s%w**2)*s%a
      end select
      deallocate(s)
    end do
  end subroutine
end module
