! Allocations by assignment of what has no derivative, and their release.
! head: released_passive(x)\(y)
! head: passed_on(x)\(y)
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

subroutine marked(x, seen, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: seen(2)
  real(8), intent(inout) :: y
  seen = 1.d0
  y = y*x(4)
end subroutine marked

! What is allocated stays so while it is passed, whatever is assigned to it behind.
subroutine passed_on(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8), allocatable :: seen(:)
  integer :: i
  y = x(1)*x(3)
  if (allocated(seen)) deallocate (seen)
  seen = [2.d0, 3.d0]
  call marked(x, seen, y)
  seen = [1.d0, 3.d0, 4.d0]
  y = y*x(2)
  do i = 1, 2
    if (allocated(seen)) deallocate (seen)
    if (i == 1) seen = [5.d0, 6.d0, 7.d0]
    seen = [y, 4.d0]
    call marked(x, seen, y)
    y = y*y
  end do
end subroutine passed_on
