! A fixed point of module variables, in a procedure, under a region in a loop.
! head: f(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
! inputs: m = 3
module g
  implicit none
  real(8) :: z(3)
  real(8), allocatable :: w(:)
contains
  subroutine iterate(x, m)
    real(8), intent(in) :: x(3)
    integer, intent(in) :: m
    integer :: k
    real(8) :: r
    !$AD FP-LOOP "z w" 1.0d-15
    do
      w = 0.3d0*cos(z)*x
      r = 0
      do k = 1, 3
        r = max(r, abs(w(k) + 0.1d0*z(k) - z(k)))
        z(k) = w(k) + 0.1d0*z(k)
      end do
      if (r < 1.0d-15) then
        exit
      end if
    end do
  end subroutine
end module
subroutine f(m, x, y)
  use g
  implicit none
  integer, intent(in) :: m
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  allocate (w(3))
  z = x
  y = 0
  do i = 1, m
    !$AD CHECKPOINT-START
    call iterate(x*i, m)
    y = y + sum(z*w)
    !$AD CHECKPOINT-END
    z = z*y
  end do
  deallocate (w)
end subroutine
