! Pointers that move in procedures done in split mode.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x = 0.2 .. 0.9
! options: -nocheckpoint march
subroutine top(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call march(n, x, y)
  y = y**2
contains
  subroutine march(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), target :: a(n), b(n)
    real(8), pointer :: old(:), new(:), t(:)
    integer :: k
    a = x
    b = 0
    old => a
    new => b
    do k = 1, 3
      new = old**2 + x
      t => old
      old => new
      new => t
    end do
    y = sum(old)
  end subroutine
end subroutine
