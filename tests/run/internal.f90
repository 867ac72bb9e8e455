! An internal procedure that uses and changes variables of its host.
! head: host(x)\(y)
subroutine host(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  integer :: i
  a = x
  do i = 1, 3
    call grow(x*i)
  end do
  y = a*a
contains
  subroutine grow(b)
    real(8), intent(in) :: b
    a = a + sin(b)*a
  end subroutine grow
end subroutine host
