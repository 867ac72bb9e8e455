! head: top(y)/(x)
! driver-less
real(8) function leaf(a, b)
  implicit none
  real(8), intent(in) :: a, b
  leaf = a*b
  if (leaf > 1.d0) then
    leaf = leaf - a*leaf
    return
  end if
  leaf = sin(leaf)
end function leaf

subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), external :: leaf
  real(8) :: t
  integer :: i
  y = leaf(x(1), x(2))
  t = 2.d0
  do i = 2, n
    t = leaf(t, x(i)) + leaf(x(i), leaf(x(i-1), y + t))
    if (leaf(t, y) > 0.3d0) y = y + t*leaf(y, t)
  end do
end subroutine top
