! PRODUCT of vector-subscripted sections, of components that do not count from one, of expressions and under masks.
! head: f(c)\(y)
module m
  implicit none
  type :: list
    real(8) :: v(0:3) = 1
  end type
contains
  subroutine f(c, y)
    real(8), intent(in) :: c(4)
    real(8), intent(out) :: y(5)
    type(list) :: l
    real(8) :: a(2, 2)
    integer :: idx(2)
    idx = [2, 1]
    y(1) = product(c(idx))
    l%v = c**2
    y(2) = product(l%v)
    y(3) = product(c(idx)*c(idx + 1))
    a = reshape(c, [2, 2])
    y(4) = product(a(idx, 2)*a(:, 1))
    y(5) = product(l%v, mask=l%v > 1.d-3)
  end subroutine
end module
