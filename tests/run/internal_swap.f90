! An internal procedure associates pointers of its host.
! head: wave(x)\(y)
! inputs: n = 3
subroutine wave(x, n, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: a(n), b(n)
  real(8), pointer :: p(:), q(:)
  integer :: it
  a = x
  b = 0
  p => a
  q => b
  do it = 1, 3
    call step(0.1d0*it)
    call swap
  end do
  y = sum(p**2) + q(1)
contains
  subroutine step(dt)
    real(8), intent(in) :: dt
    q = p + dt*p**2
    q(1) = q(1)*p(n)
  end subroutine
  subroutine swap
    real(8), pointer :: t(:)
    t => p
    p => q
    q => t
  end subroutine
end subroutine
