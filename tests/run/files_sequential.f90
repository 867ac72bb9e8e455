! head: run(k)\(c)
! wrong interpreted: cannot be interpreted
module io_mod
  implicit none
contains
  subroutine next(u, y)
    integer, intent(in) :: u
    real(8), intent(inout) :: y(2)
    real(8) :: w(2)
    read(u, *) w
    y = y*w + w(1)*y(1)
  end subroutine
  subroutine prepare(u)
    integer, intent(out) :: u
    integer :: i
    open(newunit=u, status='scratch')
    do i = 1, 4
      write(u, *) 0.5d0*i, 1d0/i
    end do
    rewind(u)
  end subroutine
end module
subroutine run(k, c)
  use io_mod
  implicit none
  real(8), intent(in) :: k(2)
  real(8), intent(out) :: c
  real(8) :: y(2), dead
  integer :: u, i
  call prepare(u)
  y = k
  read(u, *) dead
  do i = 1, 3
    call next(u, y)
    print *, 'step', i, y(1)
  end do
  close(u)
  c = y(1)*y(2)
end subroutine
