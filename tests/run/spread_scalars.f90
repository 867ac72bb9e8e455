! A scalar that is spread over a section in a sum: its adjoint is that of the sum times the number of elements, which the backward sweep must know,
! also where the section is of something passive and what bounds it has changed since.
! head: model(c d)\(y z)
! inputs: x(4) = 0.5 .. 1.5
! inputs: c = 0.5 .. 1.5
! inputs: d = 0.5 .. 1.5
module rows
  implicit none
  type row
    real(8), allocatable :: v(:)
  end type row
end module rows

subroutine total(s, n, c, y)
  use rows, only: row
  implicit none
  integer, intent(in) :: n
  type(row), intent(in) :: s(n)
  real(8), intent(in) :: c
  real(8), intent(out) :: y
  integer :: k, l
  k = 1
  l = k + 1
  y = sum(c + s(l)%v)
  l = 0
end subroutine total

subroutine sections(x, n, c, d, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(in) :: c, d
  real(8), intent(inout) :: y
  integer :: i, l, p(3)
  l = n - 1
  p = [1, 2, l]
  y = y + sum(c + x(:l))
  l = l - 1
  y = y + sum(x(p(:l)) - d) + sum([(x(i), i = 1, l), c, x(:l)] + d)
  l = l + 1
  y = y*sum(c + (x(:l) + sin(x(2:l + 1)*d)))
  l = l - 1
  y = y + dot_product(c + x(:l), x(2:l + 1))
  l = 0
  p = 0
end subroutine sections

subroutine model(x, c, d, y, z)
  use rows, only: row
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(in) :: c, d
  real(8), intent(out) :: y, z
  type(row) :: s(3)
  integer :: i
  do i = 1, 3
    allocate (s(i)%v(i + 1))
    s(i)%v = 2.0d0*i
  end do
  call total(s, 3, c*d, y)
  call sections(x, 4, c, d, y)
  i = 1
  z = sum(c + x(:i + 1))
end subroutine model
