! The head names a component behind a pointer of a module, which the procedure has nullified when the adjoint clears it.
! head: current(f)/(x,now%mach)
! inputs: x(3) = 0.5 .. 1.5
! inputs: now%mach = 0.2 .. 0.4
module structure_pointers_nullified
  implicit none
  type state_t
    real(8) :: mach
  end type
  type(state_t), pointer :: now => null()
contains
  subroutine current(x, f)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    type(state_t), target :: s
    s%mach = x(1)**2
    if (associated(now)) s%mach = s%mach*now%mach
    now => s
    f = sum(x**2)*now%mach
    nullify (now)
  end subroutine
end module
