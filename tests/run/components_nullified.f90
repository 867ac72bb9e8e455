! Pointer components that the procedure has nullified, or leads elsewhere, when the adjoint clears what they led to.
! inputs: x(3) = 0.5 .. 1.5
! inputs: bc%mach = 0.2 .. 0.4
! inputs: bc%ghost(3) = 0.5
! inputs: bc%side%wall(3) = 0.5
! head: solve(f)/(x,bc%mach)
! head: deep(f)/(x,bc%mach)
! head: sometimes(f)/(x,bc%mach)
! head: turns(f)/(x,bc%mach)
! head: taken(f)/(x,bc%ghost)
module components_nullified
  implicit none
  type side_t
    real(8), pointer :: wall(:) => null()
  end type
  type bc_t
    real(8) :: mach
    real(8), pointer :: ghost(:) => null()
    type(side_t) :: side
  end type
contains
  subroutine solve(x, bc, f)
    real(8), intent(in) :: x(3)
    type(bc_t), intent(inout) :: bc
    real(8), intent(out) :: f
    real(8), target :: g(3)
    g = x*bc%mach
    bc%ghost => g
    f = sum(bc%ghost**2)
    nullify (bc%ghost)
  end subroutine
  subroutine deep(x, bc, f)
    real(8), intent(in) :: x(3)
    type(bc_t), intent(inout) :: bc
    real(8), intent(out) :: f
    real(8), target :: g(3)
    g = x**2*bc%mach
    bc%side%wall => g
    f = sum(sin(bc%side%wall))
    bc%side%wall => null()
  end subroutine
  subroutine sometimes(x, bc, f)
    real(8), intent(in) :: x(3)
    type(bc_t), intent(inout) :: bc
    real(8), intent(out) :: f
    real(8), target :: g(3)
    g = x*bc%mach
    nullify (bc%ghost)
    f = bc%mach
    if (x(1) > 1) bc%ghost => g
    if (associated(bc%ghost)) f = f + product(bc%ghost)
    nullify (bc%ghost)
  end subroutine
  subroutine turns(x, bc, f)
    real(8), intent(in) :: x(3)
    type(bc_t), intent(inout) :: bc
    real(8), intent(out) :: f
    real(8), target :: g(3, 2), h(3)
    integer :: i
    h = x
    f = 0
    do i = 1, 3
      g(:, 1) = h*bc%mach
      g(:, 2) = h**2
      bc%ghost => g(:, 1 + mod(i, 2))
      h = h + bc%ghost
      f = f + sum(bc%ghost*x)
      nullify (bc%ghost)
    end do
  end subroutine
  subroutine taken(x, bc, f)
    real(8), intent(in) :: x(3)
    type(bc_t), intent(inout) :: bc
    real(8), intent(out) :: f
    real(8), target :: g(3)
    g = x
    if (associated(bc%ghost)) g = g*bc%ghost
    bc%ghost => g
    f = sum(bc%ghost**2)
    nullify (bc%ghost)
  end subroutine
end module
