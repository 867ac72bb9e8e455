! head: use_table(x)\(y)
! inputs: x = 0.5 .. 1.5
! `tab` names a COMMON block and, mentioned in PUBLIC alone, an implicit variable that another module imports.
module tables
  private
  public :: tab, scale
  common /tab/ c(3)
  real :: scale = 2.0
  data c /1.0, 2.0, 3.0/
end module tables

module user
  use tables, only : tab, scale
  implicit none
contains
  subroutine use_table(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    tab = 3.0
    y = scale*x**2 + tab*sin(x)
  end subroutine use_table
end module user
