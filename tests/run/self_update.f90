! An element is updated from itself and from one that may be the same: k is among the turns of i.
! head: self_update(x)/(x y)
! inputs: n = 5
! inputs: k = 3
! inputs: x(5) = 0.5 .. 1.5
! inputs: y = 0.5 .. 1.5
subroutine self_update(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y
  integer :: i
  do i = 1, n
    x(i) = (x(i) + y*x(k))*(y + x(k))
  end do
  do i = 1, n
    x(i) = x(i)/x(k)
  end do
  do i = 1, n
    x(i) = x(i) - y*x(k) + x(1)
  end do
  do i = 2, n
    x(i) = x(i) + y*x(n+1-i)
  end do
end subroutine self_update
