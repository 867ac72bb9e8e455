! One structure is given to all structures of an array, or to a section of it; its components are scalars, arrays, structures.
! head: structure_broadcast(x s)\(y)
module broadcast_types
  implicit none
  type inner
    real(8) :: a
    real(8) :: b(3)
  end type inner
  type outer
    integer :: k
    real(8) :: a
    real(8) :: b(2)
    type(inner) :: q
  end type outer
end module broadcast_types

subroutine structure_broadcast(x, s, y)
  use broadcast_types
  implicit none
  real(8), intent(in) :: x(3), s
  real(8), intent(out) :: y
  type(outer) :: one, list(4), grid(2, 3)
  integer :: i, j
  one = outer(2, s, [s*s, x(1)], inner(sin(x(2)), x*s))
  list = one
  one%q%b = one%q%b*x(3)
  list(2:4:2)%q = one%q
  list(3)%a = s*x(2)
  grid = list(2)
  grid(2, :) = list(3)
  grid(1, 3:1:-2)%q = list(1)%q
  y = 0.d0
  do i = 1, 4
    y = y + sum(list(i)%q%b)*list(i)%b(list(i)%k) + list(i)%q%a*list(i)%a
  end do
  do j = 1, 3
    do i = 1, 2
      y = y + sin(grid(i, j)%b(1)*grid(i, j)%q%b(j)) + grid(i, j)%a**i
    end do
  end do
end subroutine structure_broadcast
