! Pointer arrays of a module, with bounds of their own, allocated and released by procedures.
! head: model(x)\(y)
! inputs: n = 4
module grid
  implicit none
  real(8), pointer :: h(:), u(:)
contains
  subroutine alloc_grid(n)
    integer, intent(in) :: n
    allocate(h(n), u(0:n))
    h = 0
    u = 0
  end subroutine
  subroutine release_grid
    deallocate(h, u)
  end subroutine
end module
subroutine model(x, n, y)
  use grid
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  call alloc_grid(n)
  h = x**2
  u(0) = 0
  do i = 1, n
    u(i) = u(i-1) + h(i)*sin(x(i))
  end do
  y = u(n)*h(1)
  call release_grid
end subroutine
