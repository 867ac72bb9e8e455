! CONTIGUOUS pointers that change in a loop: what keeps their associations is CONTIGUOUS too.
! head: rotate(x)\(y)
! inputs: x = 0.5 .. 1.5
! head: levels(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module fields
  implicit none
  type level
    real(8), contiguous, pointer :: now(:) => null(), then(:) => null()
  end type
contains
  subroutine levels(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(4), b(4)
    type(level) :: f
    real(8), pointer :: tmp(:)
    contiguous :: tmp
    integer :: it
    a = x
    b = x**2
    f%now => a
    f%then => b
    do it = 1, 3
      f%now = f%now*f%then + x
      tmp => f%now
      f%now => f%then
      f%then => tmp
    end do
    y = sum(f%now*x)
  end subroutine
end module
subroutine rotate(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), target :: a(3, 2)
  real(8), pointer, contiguous :: new(:), old(:), tmp(:)
  integer :: it
  a = x
  new => a(:, 1)
  old => a(:, 2)
  do it = 1, 3
    tmp => old
    old => new
    new => tmp
    new = old*x
  end do
  y = sum(new)
end subroutine
