! Values kept between calls in EQUIVALENCE: a scalar over an element, a row over parts of a matrix, with DATA, beside an integer that is kept too.
! options: -saved own
! head: head(x)\(y)
subroutine step(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, parameter :: two = 2
  real(8) :: s, a(2), row(4), m(2, 2), scratch(2), copy
  integer :: turns
  save s, a, row, turns
  equivalence (s, a(two)), (row(1), m(1, 1))
  equivalence (scratch(1), copy)
  data a /0.5d0, 0.25d0/, turns /0/, row /4*1.0d0/
  scratch(2) = x*x
  copy = sin(x)
  s = s*sin(x) + a(1)*copy
  a(1) = a(1) + x*s
  turns = turns + 1
  m(1, 2) = m(1, 2)*a(2) + turns*x
  y = row(3)*s*scratch(2) + row(2)
  row(2) = scratch(1)*x
end subroutine step
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: u
  integer :: i
  y = 1
  do i = 1, 3
    call step(x(i), u)
    y = y + u*u
  end do
end subroutine head
