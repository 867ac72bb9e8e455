! Statements that a named constant turns off save what they overwrite: compilers leave them out, and then warn of what reads the saved values.
! head: switched(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
subroutine switched(x, y)
  implicit none
  integer, parameter :: n = 4
  logical, parameter :: careful = .false.
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w
  integer :: i
  y = 1.d0
  w = 0.5d0
  do i = 1, n
    if (y > 100.d0) exit
    if (x(i) > 0.1d0 .and. (careful .or. n == 1)) then
      call limit(w)
    end if
    y = y*w + x(i)**2
    w = w*y
  end do
end subroutine switched

subroutine limit(w)
  implicit none
  real(8), intent(inout) :: w
  w = sqrt(1.d0 + w*w)*w
end subroutine limit
