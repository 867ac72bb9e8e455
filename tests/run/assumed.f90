! Assumed shape, optional, allocatable locals and automatic arrays.
! head: assumed(x s)\(y)
! inputs: x(5) = 0.5 .. 1.5
! inputs: y(5) = 0
module shapes
  implicit none
contains
  subroutine assumed(x, y, s)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    real(8), intent(in), optional :: s
    real(8), allocatable :: t(:)
    real(8) :: f
    f = 2.0d0
    if (present(s)) f = s*s
    allocate (t(size(x)))
    t = x*f
    y = t*t
    y(2:) = y(2:)*t(1:size(x) - 1)
    deallocate (t)
  end subroutine assumed
end module shapes
