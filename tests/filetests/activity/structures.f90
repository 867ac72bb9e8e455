! Components are apart; arrays of structures are one zone per component.
! test: varied, useful
! head: f from x to y
module m
  type cell
    real(8) :: p, v
    integer :: id
  end type
end module m
subroutine f(x, y, c, d)
  use m
  real(8) :: x, y
  type(cell) :: c, d(10)
  c%p = x              ! varied: x c%p | useful: x d%p
  c%v = 1.0d0          ! varied: x c%p | useful: c%p d%p
  d(3) = c             ! varied: x c%p d%p | useful: c%p d%p
  c = cell(0.0d0, x, 1) ! varied: x c%v d%p | useful: d%p
  y = d(3)%p + d(3)%id ! varied: x c%v d%p y | useful: d%p
end subroutine f
