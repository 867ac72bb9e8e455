! head: between(x, xx, y)\(d)
! inputs: n = 4
! inputs: x = 1.4 .. 1.6
! inputs: xx(4) = 1.0 .. 2.0
! inputs: y(4) = 0.5 .. 1.5
! Three ways out: the count of a loop that two of them pass over is set for all of them.
subroutine between(x, xx, y, n, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x, xx(n), y(n)
  real(8), intent(inout) :: d(n)
  real(8) :: a, b, h
  integer :: i, j
  if (x < 0.5d0*minval(xx)) return
  if (x > 2.0d0*xx(n)) return
  do i = 1, n - 1
    if (x < xx(i+1)) then
      a = xx(i+1) - x
      b = x - xx(i)
      h = xx(i+1)*xx(i)
      a = a*(a*a/h - h)
      do j = 1, n
        d(j) = a*y(i)*y(j) + b*y(i+1)
      end do
      d(i) = d(i) + a/h
      return
    end if
  end do
end subroutine between
