! Lower bounds that are not one, assumed shape with and without them, strides, constructors with implied DO, functions that return arrays.
! head: top(x)\(y)
! inputs: n = 6
! inputs: x = 0.2 .. 0.9
module m_bounds
  implicit none
contains
  function halves(a) result(h)
    real(8), intent(in) :: a(0:)
    real(8) :: h(-1:size(a)/2 - 2)
    integer :: k
    do k = -1, ubound(h, 1)
      h(k) = a(2*(k + 1))*a(2*(k + 1) + 1)
    end do
  end function halves
  subroutine turn(b, from)
    integer, intent(in) :: from
    real(8), intent(inout) :: b(from:, :)
    b(from:, 1) = b(ubound(b, 1):from:-1, 2)*b(from, 1)
    b(from + 1, :) = b(from + 1, [2, 1])
  end subroutine turn
end module m_bounds
subroutine top(n, x, y)
  use m_bounds
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(-2:n - 3), c(0:2, 2:3)
  integer :: i
  a = x
  a(-2:n - 3:2) = a(-1:n - 3:2)**2
  c = reshape([(x(i)*i, i = 1, 6)], [3, 2])
  call turn(c, 5)
  call turn(c(1:, :), -1)
  y = sum(halves(a)*[1.0d0, 2.0d0, 3.0d0]) + sum(c**2) + dot_product([(a(i), a(-i), i = 0, 2)], x)
end subroutine top
