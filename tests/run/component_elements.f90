! One element of an array component of all structures of an array: an array section, which takes no loop.
! head: go(x)\(y)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.0
module pm
  type cell
    real(8) :: v(3), w = 0.0d0
  end type
contains
  subroutine go(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(cell) :: c(n)
    integer :: i
    do i = 1, n
      c(i)%v = x(i)
      c(i)%w = x(i)**2
    end do
    c%v(1) = c%w*c%v(2)
    y = sum(c%v(1)) + sum(c%w)
  end subroutine
end module
