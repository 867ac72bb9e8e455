! run: -b -nocheckpoint "m.step"
! has: step_fwd
! has: step_bwd
! -nocheckpoint says "module.procedure", as heads do
module m
contains
 subroutine top(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: w(3)
  w = x
  call step(w)
  call step(w)
  y = sum(w**2)
 end subroutine
 subroutine step(w)
  real(8), intent(inout) :: w(3)
  w = sin(w)*w
 end subroutine
end module
