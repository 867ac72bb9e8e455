! run: -b
! has: c(i:i,1)
! lacks: c(i:i,*)
module lower
contains
 subroutine use_c(c, x, y)
  real(8), intent(in) :: c(:,:)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*x*c(1,1)
 end subroutine
end module
module upper
contains
 subroutine top(i, c, x, y)
  use lower
  integer, intent(in) :: i
  real(8), intent(in) :: c(i:i,1)   ! one element, and no more: it is passed to c(:,:)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call use_c(c, x, y)
 end subroutine
end module
