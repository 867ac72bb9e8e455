! Allocatable targets that are released where the procedure ends: the backward sweep goes where pointers of the forward sweep led.
! inputs: n = 4
! head: exchanged(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: squared(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
subroutine exchanged(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable, target :: levels(:,:)
  real(8), pointer :: old(:), new(:), t(:)
  integer :: it
  allocate(levels(n,2))
  levels = 0
  levels(:,1) = x
  old => levels(:,1)
  new => levels(:,2)
  do it = 1, 3
    new = old + 0.1d0*old**2
    t => old
    old => new
    new => t
  end do
  y = sum(old**2)
  deallocate(levels)
end subroutine exchanged

subroutine squared(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable, target :: w(:)
  real(8), pointer :: tail(:)
  allocate(w(n))
  w = x**2
  tail => w(2:)
  tail = tail**2
  y = sum(w*x)
  deallocate(w)
end subroutine squared
