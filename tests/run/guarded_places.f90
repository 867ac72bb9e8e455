! Elements that exist only where a test says so, in turns that run again.
! head: scatter(a)/(a x)
! inputs: n = 4
! inputs: to(2,3) = 0 .. 6
! inputs: a(4) = 0.5 .. 1.5
! inputs: x(3) = 0.5 .. 1.5
subroutine scatter(n, to, a, x)
  implicit none
  integer, intent(in) :: n, to(2, 3)
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: x(3)
  real(8) :: d(n), v(3)
  integer :: s, r, i
  d = 0.0d0
  do s = 1, 3
    do r = 1, 3
      v(r) = x(r)*a(r)
      do i = 1, 2
        if (to(i, r) >= 1 .and. to(i, r) <= n) then
          d(to(i, r)) = d(to(i, r)) - v(r)*v(r)
        end if
      end do
    end do
    do i = 1, n
      a(i) = a(i) + 0.1d0*d(i)*d(i)
    end do
  end do
end subroutine scatter
