! Pointers of the head that the procedure leads to what the head names too: what the caller finds behind its own pointer is the derivative of what that led to.
! inputs: x(3) = 0.5 .. 1.5
! inputs: u(3) = 0.5 .. 1.5
! head: at_once%run(f)/(u)
! inputs: p(3) = 0.5 .. 1.5
! head: at_once%run(f)/(u, p)
! inputs: p(3) = 0.5 .. 1.5
! head: at_once%run(f)/(p)
! inputs: p(3) = 0.5 .. 1.5
! head: at_once%run(f, u)/(u)
! inputs: p(3) = 0.5 .. 1.5
! head: at_once%run(u)/(x)
! inputs: p(3) = 0.5 .. 1.5
! head: later%run(f)/(u, p)
! inputs: p(3) = 0.5 .. 1.5
! head: later%run(f)/(p)
! inputs: p(3) = 0.5 .. 1.5
! head: later%run(f, u)/(p, x)
! inputs: p(3) = 0.5 .. 1.5
! head: dummies%run(f)/(u, p)
! inputs: p(3) = 0.5 .. 1.5
! head: dummies%run(f, u)/(u, p, x)
! inputs: p(3) = 0.5 .. 1.5
! head: components%run(f, u)/(u, s%p, x)
! inputs: s%p(3) = 0.5 .. 1.5
module at_once
  implicit none
  real(8), target :: u(3) = 1
  real(8), pointer :: p(:) => null()
contains
  subroutine run(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    p => u
    p(1) = p(1)*x(1)
    f = sum(p**2) + u(2)*x(2)
    p(3) = p(1)*x(3)
  end subroutine
end module
module later
  implicit none
  real(8), target :: u(3) = 1
  real(8), pointer :: p(:) => null()
contains
  subroutine lead
    p => u
  end subroutine
  subroutine run(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    f = p(1)*u(1)
    p(2) = p(2)*x(2)
    call lead()
    p(1) = p(1)*x(1)
    f = f + sum(p**2) + u(2)*x(2)
  end subroutine
end module
module dummies
  implicit none
  real(8), target :: u(3) = 1
contains
  subroutine run(x, p, f)
    real(8), intent(in) :: x(3)
    real(8), pointer, intent(inout) :: p(:)
    real(8), intent(out) :: f
    f = p(1)*u(1)
    p => u
    p(1) = p(1)*x(1)
    f = f + sum(p**2) + u(2)*x(2)
  end subroutine
end module
module components
  implicit none
  type state
    real(8), pointer :: p(:) => null()
  end type
  real(8), target :: u(3) = 1
contains
  subroutine run(x, s, f)
    real(8), intent(in) :: x(3)
    type(state), intent(inout) :: s
    real(8), intent(out) :: f
    s%p => u
    s%p(1) = s%p(1)*x(1)
    f = sum(s%p**2) + u(2)*x(2)
  end subroutine
end module
