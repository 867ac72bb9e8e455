! run: -b
! says: module 'mod_comm' is used, but no file defines it
! says: 'nprocs' has no declaration here
! has: force_b(
! mod_comm has no source here: only one of its names is used, in a logical test
module force_mod
  use mod_comm
contains
  subroutine force(x, f)
    implicit none
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    f = sum(x**2)
    if (nprocs > 1) print *, 'parallel run'
  end subroutine
  subroutine drive(x, f)
    implicit none
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: f
    call force(x, f)
    f = 2*f
  end subroutine
end module
