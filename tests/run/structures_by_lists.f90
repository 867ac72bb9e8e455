! Structures that lists of subscripts select on both sides.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module mg1
  implicit none
  type :: vec
    real(8) :: v(3)
  end type
  type :: cell
    type(vec) :: pos
    real(8) :: m
  end type
  type :: world
    type(cell) :: c(2)
    type(cell) :: d(2)
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(1)
    type(world) :: w
    type(cell) :: e(2)
    w%c(1)%pos%v = x(1:3)
    w%c(2)%pos%v = x(4:6)
    w%c%m = x(1:2)
    w%d([2,1]) = w%c(3 - [1,2])
    y(1) = w%d(1)%pos%v(2)*w%d(2)%m + sum(w%d(2)%pos%v**2)*w%d(1)%pos%v(1)
  end subroutine
end module
