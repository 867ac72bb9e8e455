! A function that returns before its end, and whose allocatable result begins at 0.
! head: early(y)/(x)
! inputs: x(3) = 0.3 .. 0.9
module result_from_zero
  implicit none
contains
  function until(x) result(c)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: c(:)
    integer :: i
    allocate(c(0:size(x)))
    c = 0
    do i = 1, size(x)
      if (x(i) > 100) return
      c(i) = c(i-1) + x(i)**2
    end do
  end function
  subroutine early(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    y = product(until(x) + 1)
  end subroutine
end module
