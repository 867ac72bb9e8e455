! An array that grows by MOVE_ALLOC; MOLD.
! head: f(x)\(y)
! inputs: n = 4
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), t(:), b(:)
  integer :: i
  allocate (a(1))
  a(1) = x(1)
  do i = 2, n
    allocate (t(i))
    t(1:i-1) = a*x(i)
    t(i) = x(i)
    call move_alloc(t, a)
  end do
  allocate (b, mold=a)
  b = a**2
  y = sum(b)
end subroutine
