! Named constant arrays with lower bounds of their own.
! head: top(x)\(y)
! inputs: x = 0.5 .. 1.5
subroutine top(x, y)
  implicit none
  integer, parameter :: k(-1:1) = [2, 0, 3]
  real(8), parameter :: h(0:*) = [1d0, 2d0, 5d0], w(0:1, 2) = reshape([1d0, 2d0, 3d0, 4d0], [2, 2])
  real(8), parameter :: same(0:2) = 1.5d0
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: i, j
  y = x**k(-1)*h(0)
  do i = 1, 2
    y = y + x**(k(1) + i)*h(i)*same(i - 1)
  end do
  do j = lbound(w, 2), ubound(w, 2)
    do i = lbound(w, 1), ubound(w, 1)
      y = y*x + w(i, j)*x
    end do
  end do
  y = y + sum(h(1:))*x*size(h)
end subroutine
