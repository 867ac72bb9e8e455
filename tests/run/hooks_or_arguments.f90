! A procedure that is given as an optional argument, or else found in a pointer.
! head: hooks_or_arguments%both(y)/(x)
! head: hooks_or_arguments%twice(y)/(x)
module hooks_or_arguments_kit
  implicit none
  abstract interface
    subroutine rate(u)
      real(8), intent(inout) :: u(:)
    end subroutine
  end interface
  procedure(rate), pointer :: hook => null()
  procedure(rate), pointer :: last => null()
contains
  subroutine advance(u, r)
    real(8), intent(inout) :: u(:)
    procedure(rate), optional :: r
    if (present(r)) then
      call r(u)
    else
      call hook(u)
    end if
    u = u*1.1d0
  end subroutine
  subroutine finish(u, r)
    real(8), intent(inout) :: u(:)
    procedure(rate), optional :: r
    if (.not. present(r)) then
      call last(u)
      return
    end if
    call r(u)
    call advance(u)
  end subroutine
end module
module hooks_or_arguments
  use hooks_or_arguments_kit
  implicit none
contains
  subroutine both(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    y = x
    hook => first
    call advance(y)
    call advance(y, first)
  end subroutine
  subroutine twice(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    y = x*x(2)
    hook => first
    last => faster
    call finish(y, faster)
    call finish(y)
  end subroutine
  subroutine first(u)
    real(8), intent(inout) :: u(:)
    u = sin(u)*u(1)
  end subroutine
  subroutine faster(u)
    real(8), intent(inout) :: u(:)
    u = u*u(2)
  end subroutine
end module
