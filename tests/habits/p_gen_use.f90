! run: -b -head "f(y)/(x)" p_gen_stub.f90
! has: put(id, r)
! has: put(id, 1.d0)
! lacks: put_list(id
! lacks: put_real(id
module model
 implicit none
contains
 subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  y = sum(x**2)
  call report(1)
 end subroutine
 subroutine report(id)
  use outlib
  integer, intent(in) :: id
  real(8) :: r(3)
  r = 1.d0
  call check(put(id, r))
  call check(put(id, 1.d0))
 end subroutine
 subroutine check(st)
  integer, intent(in) :: st
  if (st /= 0) stop 1
 end subroutine
end module
