! Passive arrays whose shapes count: assigned as wholes, moved, looked at, passed on.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y
  integer, allocatable :: a(:), b(:)
  real(8), allocatable :: w(:), v(:)
  integer :: k
  b = [1, 2, 3]
  allocate (a(5))
  a = b(1)
  call move_alloc(a, b)
  y = x(2)**2*size(b)
  if (.not. allocated(a)) y = y*x(3)
  w = [1.0d0, 2.0d0]
  w = [w, w]
  do k = 1, size(w)
    y = y*x(k) + x(k)**2
  end do
  allocate (v(2))
  v = 1.5d0
  call move_alloc(from=v, to=w)
  y = y**2*counted(w)
  if (.not. allocated(v)) y = y*x(4)
contains
  real(8) function counted(u)
    real(8), intent(in) :: u(:)
    counted = real(size(u), 8)
  end function counted
end subroutine top
