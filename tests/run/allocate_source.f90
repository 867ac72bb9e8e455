! ALLOCATE with SOURCE of arrays and scalars, with STAT; with SOURCE and MOLD of values of which only their evaluation tells the extents.
! head: f(x)\(y)
! inputs: n = 4
! head: values(y)/(x)
! inputs: x = 0.3 .. 0.9
! head: added(y)/(x)
! inputs: x = 0.3 .. 0.9
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:), c(:, :)
  integer :: ierr
  allocate (a, source=x)
  allocate (b(n), stat=ierr)
  if (ierr /= 0) stop 1
  allocate (c(n, n), source=0.0d0)
  b = a**2
  c(1, :) = b*x
  c(:, 2) = c(:, 2) + a
  y = sum(b*a) + sum(c*c)
  deallocate (a, b, c, stat=ierr)
end subroutine

subroutine values(x, y)
  implicit none
  real(8), intent(in) :: x(0:3)
  real(8), intent(out) :: y
  real(8), allocatable :: u(:), z(:), m(:, :), v(:), w(:), t(:)
  allocate (u(-1:2), source=x)
  allocate (z, source=u*2)
  z(1) = z(1)*x(1)
  allocate (m, source=spread(z, 1, 2)*x(0))
  allocate (v, source=sum(m, dim=1))
  allocate (w, source=pack(z, z > 0.1d0))
  allocate (t, mold=2*w)
  t = w*v(1)
  y = sum(m(:, 1))*z(4) + sum(v**2) + w(1)*w(size(w)) + sum(t) + u(-1)
  deallocate (m)
  allocate (m, source=matmul(reshape(u, [2, 2]), reshape(z, [2, 2])))
  y = y + m(1, 2)*m(2, 1)
end subroutine

module fields
  implicit none
  type field
    real(8), allocatable :: v(:)
  end type field
contains
  function sum_of(a, b) result(c)
    type(field), intent(in) :: a, b
    type(field) :: c
    allocate (c%v, source=a%v)
    c%v(:) = c%v + b%v**2
  end function sum_of
end module fields

subroutine added(x, y)
  use fields
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  type(field) :: p, q, r
  integer :: i
  allocate (p%v(3), q%v(3))
  p%v = x**2
  q%v = 2*x
  do i = 1, 2
    r = sum_of(p, q)
    p%v(:) = r%v*x
  end do
  y = sum(r%v**2)
end subroutine added
