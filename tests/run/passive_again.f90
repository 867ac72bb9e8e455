! A passive call of a procedure that has a derivative elsewhere overwrites an active output on one path: found by random programs.
! head: main(x0)\(s1 x2)
! inputs: x0(4) = -1 .. 1
! inputs: x2(4) = -1 .. 1
subroutine p0(s0, j1, x2)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(out) :: s0
  integer, intent(in) :: j1
  real(8), intent(in) :: x2(n)
  s0 = x2(j1)
end subroutine p0
subroutine main(x0, s1, x2)
  implicit none
  integer, parameter :: n = 4
  real(8), intent(in) :: x0(n)
  real(8), intent(out) :: s1
  real(8), intent(out) :: x2(n)
  real(8) :: t0_5
  t0_5 = x0(n)
  s1 = t0_5
  x2 = x0
  call p0(x2(2), 1, x0)
  t0_5 = 0.5d0
  if (any(x0 > t0_5)) then
    call p0(s1, 4, minval(spread([0.5d0, 0.75d0, 1.25d0, 0.25d0], 1, n), dim=1))
  end if
end subroutine main
