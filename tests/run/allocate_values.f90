! ALLOCATE with SOURCE of sections, values and scalars; MOVE_ALLOC to what was not allocated.
! head: f(x)\(y)
! inputs: n = 4
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), t(:), b(:), c(:), s
  integer :: ierr
  allocate (a, source=x(2:n)*2.0d0)
  allocate (t(n), source=x)
  t = t*t
  call move_alloc(t, b)
  allocate (c, mold=b, stat=ierr)
  c = b*x
  allocate (s, source=x(1))
  y = sum(c)*s + sum(a**2) + sum(b)
end subroutine
