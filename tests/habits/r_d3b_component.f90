! run: -b
! says: module 'basis' is used
! says: type 'model' has no component 'parts'
! fails: yes
module m
  use basis, only: base_t
  implicit none
  type :: model
    real(8) :: c
  end type
contains
  subroutine f(md, x, y)
    type(model), intent(in) :: md
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = md%c*x*md%parts%w
  end subroutine
end module
