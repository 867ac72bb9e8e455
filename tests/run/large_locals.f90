! Local arrays that fit a stack frame, and whose derivatives in several directions do not.
! head: model(x)\(y)
! inputs: x(40, 30) = 0.3 .. 0.9
subroutine filter(x, s)
  implicit none
  real(8), intent(inout) :: x(40, 30)
  real(8), intent(out) :: s
  real(8) :: left(0:41, 30), right(40, -1:28), scale(30)
  integer :: j
  left = 0.0d0
  left(1:40, :) = x*x
  do j = 1, 30
    scale(j) = sum(left(:, j))
    right(:, j - 2) = left(:40 - 1, j) + 0.5d0*x(:, j)/scale(j)
  end do
  if (scale(1) < 0.0d0) return
  x = sin(right)
  s = sum(scale)
end subroutine filter

subroutine model(x, y)
  implicit none
  real(8), intent(in) :: x(40, 30)
  real(8), intent(out) :: y
  real(8) :: z(40, 30), s
  integer :: k
  z = x
  y = 0.0d0
  do k = 1, 2
    call filter(z, s)
    y = y + log(s)*sum(z)
  end do
end subroutine model
