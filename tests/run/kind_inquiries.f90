! Kinds said by inquiries about other kinds.
! head: sq(x)\(y)
! inputs: n = 4
! inputs: x = 0.5 .. 1.5
subroutine sq(n, x, y)
  implicit none
  integer, parameter :: dp = selected_real_kind(2*precision(1.0))
  integer, intent(in) :: n
  real(dp), intent(in) :: x
  real(dp), intent(out) :: y
  integer :: i
  i = 0
  y = x
  do while (y < 10.0_dp)
    y = y*y + x
    i = i + 1
    if (i > n) exit
  end do
end subroutine sq
