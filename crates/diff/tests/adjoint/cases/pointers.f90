! head: pointers(y)/(x)
subroutine pointers(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: w(n)
  real(8), pointer :: p(:)
  integer :: i
  w = x
  p => w(2:n)
  do i = 1, n-1
    p(i) = p(i)*w(i)
  end do
  y = sum(w*w)
end subroutine pointers
