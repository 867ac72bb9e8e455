! The variable of an inner loop, read behind it in the turns of a loop that could be fused with its adjoint: that of the inner loop leaves another value.
! head: sums(y)/(x,w)
! inputs: n = 4
! inputs: k = 2
! inputs: x(4) = 0.5 .. 1.5
subroutine sums(n, k, x, w, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n), w(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j, m
  m = k
  do i = 1, n - 1
    do j = 1, m
      y = y + sin(x(j))*w
    end do
    m = mod(j, n) + 1
  end do
end subroutine sums
