! A work array that is CONTIGUOUS: its derivative is a local, which cannot be, where locals are asked for.
! options: -work-arrays local
! head: contiguous_work%f(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
! inputs: t(3) = 0
module contiguous_work
  implicit none
contains

  subroutine f(x, t, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout), contiguous :: t(:)
    real(8), intent(out) :: y
    integer :: i
    y = 1
    do i = 1, size(x)
      t(i) = x(i)*x(i)*y + t(i)
      y = y*t(i)
    end do
  end subroutine f
end module contiguous_work
