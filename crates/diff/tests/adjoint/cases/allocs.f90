! head: allocs(y)/(x)
subroutine allocs(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:)
  integer :: i
  allocate(v(n))
  v = x*x
  y = 0.d0
  do i = 1, 3
    allocate(w(i))
    w = v(1:i)*x(i)
    y = y + sum(w*w)
    v = v*y
    deallocate(w)
  end do
  y = y*v(2)
end subroutine allocs
