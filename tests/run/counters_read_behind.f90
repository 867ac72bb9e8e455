! The variable of an inner loop, read behind it in the turns of a loop that could be fused with its adjoint: that of the inner loop leaves another value.
! head: least(y)/(y,x)
! inputs: n = 4
! inputs: k = 2
! inputs: x = 0.5 .. 1.5
! inputs: y(4) = 0.5 .. 1.5
subroutine least(n, k, x, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real(8), intent(in) :: x
  real(8), intent(inout) :: y(n)
  real(8) :: a(n, n)
  integer :: i, j
  a = 0.5d0*x
  do i = 1, n - 1
    do j = 1, k
      y = y + minval(a(1, 1:n - 1))
    end do
    k = mod(j, n) + 1
  end do
end subroutine least
