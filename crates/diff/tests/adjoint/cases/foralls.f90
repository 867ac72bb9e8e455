! head: foralls(y)/(x)
subroutine foralls(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n,n)
  integer :: i, j
  w = 0.d0
  forall (i = 1:n, j = 1:n, i /= j) w(i,j) = x(i)*x(j) + 1.d0
  do concurrent (i = 1:n)
    w(i,i) = w(i,i) + x(i)**2
  end do
  y = sum(w*w)
end subroutine foralls
