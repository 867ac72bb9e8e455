! Single precision: the tape and the literals are of that kind.
! head: single(x)\(y)
! inputs: n = 4
subroutine single(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y
  real :: t
  integer :: i
  t = 1.0
  do i = 1, n
    t = t*sin(x(i)) + x(i)
    if (t > 1.2) t = t*0.5
  end do
  y = t
end subroutine single
