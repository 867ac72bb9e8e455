! Allocations by assignment of what has no derivative, and their release.
! head: released_passive(x)\(y)
subroutine released_passive(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:)
  real(8), allocatable :: u(:)
  integer, allocatable :: at(:), k(:)
  integer :: i
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
  do i = 1, 3
    if (allocated(u)) deallocate (u)
    u = [1.d0, 2.d0*i]
    if (i == 2) then
      deallocate (u)
      allocate (u(1))
      u = [3.d0, 4.d0, 5.d0]
    end if
    y = y*x(i)
    if (allocated(k)) deallocate (k)
    k = [i, 5 - i]
    y = y + sin(y*x(k(2)))*u(2)
  end do
end subroutine released_passive
