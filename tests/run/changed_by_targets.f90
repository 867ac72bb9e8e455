! Functions that change an index in targets of pointers and in bounds.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m60
  implicit none
  type :: slot
    real(8), pointer :: v(:) => null()
    real(8), allocatable :: w(:)
  end type
contains
  integer function take(k)
    integer, intent(inout) :: k
    k = mod(k, 4) + 1
    take = k
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(2)
    type(slot) :: s(4)
    real(8), pointer :: p(:), q
    real(8), target :: t(5)
    integer :: i, j, l
    t = x
    j = 0
    do i = 1, 4
      l = take(j)
      allocate(s(l)%v(2))
      s(j)%v = x(i:i + 1)
    end do
    y = 0
    do i = 1, 3
      p => s(take(j))%v
      y(1) = y(1) + p(1)*p(2)
      q => t(take(j))
      q = q*y(1)
      l = take(j)
      allocate(s(l)%w(take(j)), source=x(2))
      j = l
      y(2) = y(2) + sum(s(j)%w)*q
      deallocate(s(j)%w)
      if (i > 3) exit
    end do
    j = 0
    do i = 1, 4
      l = take(j)
      deallocate(s(l)%v)
    end do
    y(2) = y(2)*x(j)
  end subroutine
end module
