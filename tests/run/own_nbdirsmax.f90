! head: fields%energy(y)/(x)
! A constant `nbdirsmax` of the program's own, by USE and in the module itself: several directions have theirs under another name.
module sizes
  implicit none
  integer, parameter :: nbdirsmax = 3
end module sizes
module fields
  use sizes
  implicit none
contains
  subroutine energy(x, y)
    real(8), intent(in) :: x(nbdirsmax)
    real(8), intent(out) :: y
    real(8) :: w(nbdirsmax)
    integer :: i
    w = x
    do i = 2, nbdirsmax
      w(i) = w(i)*w(i-1)
    end do
    y = sum(w**2)
  end subroutine energy
end module fields
