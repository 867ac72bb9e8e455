! A procedure copies one component of a module's structure, while the derivative of another one belongs to its caller.
! head: main
! inputs: y = 0.5 .. 1.5
module parts_m
  implicit none
  type inner
    real(8) :: a, b(4)
  end type inner
  type outer
    real(8) :: b(4)
    type(inner) :: q
  end type outer
  type(outer) :: gp
contains
  subroutine turn(y)
    real(8), intent(in) :: y
    type(outer) :: p
    p = outer(spread(y, 1, 4), inner(sum(gp%b(2:3)), spread(y, 1, 4)))
    gp%q = gp%q
    if (p%b(1) < 0.d0) gp%q%a = 1.d0
  end subroutine turn
end module parts_m

subroutine main(y)
  use parts_m
  implicit none
  real(8), intent(inout) :: y
  gp%b(4) = 0.5d0
  call turn(1.d0)
  y = y*y
end subroutine main
