! run: -b
! lacks: pushreal8
subroutine f(n, x, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3,n)
  real(8), intent(out) :: e(3,n)
  real(8) :: s(3)
  integer :: i, jj
!$AD II-LOOP
  do i = 1, n
    s = 0
    do jj = 1, 3
      s = s + x(:,i)*jj
    end do
    e(:,i) = s/sum(s)
  end do
end subroutine
