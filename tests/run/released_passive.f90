! Allocations by assignment of what has no derivative, and their release.
! head: released_passive(x)\(y)
subroutine released_passive(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:)
  integer, allocatable :: at(:)
  w = [1.d0, 2.d0, 3.d0]
  at = [2, 4]
  y = x(at(1))*x(at(2))*w(2)
  deallocate (at)
  deallocate (w)
  w = [0.5d0, y]
  v = x(2:4)*w(2)
  deallocate (w)
  w = [1.d0, 4.d0]
  y = y + sum(v)*w(2)
  deallocate (v, w)
end subroutine released_passive
