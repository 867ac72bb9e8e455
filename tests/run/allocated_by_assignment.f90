! Arrays that an assignment allocates: results of elemental functions in loops, sums along a dimension, adjoints of spread elements.
! head: f(x a)\(y a)
! inputs: n = 4
! inputs: x(4) = 0.2 .. 1.5
! inputs: a(4, 4) = -1 .. 1
module shapes
  implicit none
  type row
    real(8), allocatable :: v(:)
  end type row
contains
  elemental function g(s, t) result(r)
    real(8), intent(in) :: s, t
    real(8) :: r
    r = sin(s)*t
  end function g
end module shapes

subroutine f(n, x, a, y)
  use shapes
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n, n)
  real(8), intent(out) :: y
  type(row) :: p
  real(8), allocatable :: v(:), rows(:), again(:)
  integer :: at(4), i
  y = 0.0d0
  p = row(x)
  allocate (v(n))
  v = x
  ! The result has the shape of what its argument holds at the moment.
  do i = 1, n - 1
    v = v + p%v/(1.0d0 + g(v, p%v)**2)
    y = y + 0.5d0*dot_product(x(i:n), g(p%v(i:), v(i:)))
  end do
  rows = sum(a, dim=2)
  do i = 1, 2
    if (allocated(again)) deallocate (again)
    again = sum(a*a, 2)
    y = y + sum(again*rows)
    rows = again*rows
  end do
  do i = 1, n
    at(i) = mod(i*i + 1, n) + 1
  end do
  a = spread(v(at), 2, n)*a
end subroutine f
