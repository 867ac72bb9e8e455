! head: totals(e)/(x)
! inputs: n = 5
! Sections that each iteration sets, sums in an inner loop: the adjoint runs an iteration again, and keeps nothing.
subroutine totals(n, x, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3,n)
  real(8), intent(out) :: e(3,n)
  real(8) :: s(3)
  integer :: i, j
  e = 1
  e = e*sum(x)
  !$AD II-LOOP
  do i = 1, n
    s = e(1,1)
    do j = 1, 3
      s = s + sin(x(:,i))*j
    end do
    if (s(1) > 0.2d0) e(:,i) = s/sum(s)
  end do
end subroutine totals
