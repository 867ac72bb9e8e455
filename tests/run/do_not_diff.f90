! Regions without derivatives that change nothing active: derivatives pass them by, values do not.
! head: guarded(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine guarded(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: scale, most
  integer :: i, k
  k = 1
  scale = 1
  y = 1
  most = 0
  do i = 1, n
    y = y*x(i)*scale
    !$AD DO-NOT-DIFF
    most = 2
    k = 1
    if (y < 0) k = 2
    scale = 0.5d0 + 0.25d0*i*most
    !$AD END-DO-NOT-DIFF
    y = y + x(k)*scale
  end do
  y = y*most
end subroutine guarded
