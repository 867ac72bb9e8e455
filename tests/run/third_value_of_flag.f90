! The flag has a third value, which is set before the head is called (or by a procedure that the head does not reach).
! head: run(t)\(y)
! inputs: n = 4
! inputs: t(4) = 1.0 .. 4.0
! inputs: mode = 2
! head: run(t)\(y)
! inputs: n = 4
! inputs: t(4) = 1.0 .. 4.0
! inputs: mode = 0
module m
  implicit none
  integer :: mode = 0   ! 0: not chosen, 1: constant, 2: by the argument
  double precision :: gain
contains
  subroutine choose(k)
    integer, intent(in) :: k
    mode = k
  end subroutine choose
  subroutine scaled(t, r)
    double precision, intent(in) :: t
    double precision, intent(inout) :: r
    if (mode == 0) then
      gain = 0.5d0
      mode = 1
    end if
    if (mode == 2) gain = 0.1d0*aint(t)
    r = r*t*gain
  end subroutine scaled
end module m
subroutine run(n, t, y)
  use m
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y
  integer :: i
  y = 1.0d0
  do i = 1, n
    call scaled(t(i), y)
    y = sin(y)*gain
  end do
end subroutine run
