! The tangent of a head clears what an earlier run has left in the derivatives of allocatable globals that are set on some ways only, by name or through a pointer.
! inputs: x(3) = 0.5 .. 1.5
! inputs: u(3) = 0.5 .. 1.5
! head: globals_set%run(f)/(x)
! head: globals_set%run(f,u)/(x)
! head: globals_led_to%run(f,u)/(x)
! inputs: n = 3
! inputs: q(3) = 0.5 .. 1.5
module globals_set
  implicit none
  real(8), allocatable :: u(:)
contains
  subroutine run(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    if (x(1) > 1) u(1) = x(1)
    f = u(1)*x(2)
  end subroutine
end module
module globals_led_to
  implicit none
  real(8), allocatable, target :: u(:)
contains
  subroutine run(n, x, q, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), pointer, intent(inout) :: q(:)
    real(8), intent(out) :: f
    f = q(1)*u(1)
    q(2) = q(2)*x(2)
    if (x(1) > 0) q => u
    q(1) = q(1)*x(1)
    f = f + sum(q**2) + u(2)*x(2)
  end subroutine
end module
