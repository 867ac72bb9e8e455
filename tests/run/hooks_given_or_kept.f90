! A procedure that is given as an argument, or kept in a module.
! head: f(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
module hooks
  implicit none
  abstract interface
    subroutine rhs_i(u)
      real(8), intent(inout) :: u(:)
    end subroutine
  end interface
  procedure(rhs_i), pointer :: hook => null()
contains
  subroutine advance(u, r)
    real(8), intent(inout) :: u(:)
    procedure(rhs_i), optional :: r
    if (present(r)) then
      call r(u)
    else
      call hook(u)
    end if
    u = u*1.1d0
  end subroutine
end module
module g5
  use hooks
  implicit none
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    y = x
    hook => r2
    call advance(y)
    call advance(y, r2)
  end subroutine
  subroutine r2(u)
    real(8), intent(inout) :: u(:)
    u = sin(u)*u(1)
  end subroutine
end module
