! An argument in both lists that is overwritten, one that is only read, and one that is partly written.
! head: inout(u v w)\(u v w)
! inputs: n = 5
subroutine inout(n, u, v, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n), w(n)
  real(8), intent(in) :: v
  integer :: i
  do i = 2, n
    u(i) = u(i)*u(i - 1) + v
  end do
  w(2) = w(2)*u(n)
end subroutine inout
