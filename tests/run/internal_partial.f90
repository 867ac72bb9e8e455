! What an internal procedure makes vary in part, of a variable of its host that did not vary before.
! head: main(sr)\(sr)
! inputs: n = 4
! inputs: sr = 0.5 .. 1.5
! inputs: xr(4) = 0.5 .. 1.5
! head: own(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
! head: twice(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
subroutine main(n, sr, xr)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: sr
  real(8), intent(inout) :: xr(n)
  call mix()
contains
  subroutine mix()
    xr(1) = sr
    sr = sin(sum(xr))
  end subroutine mix
end subroutine main

subroutine own(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: work(n), level
  type state
    real(8) :: t(3)
  end type state
  type(state) :: s
  work = 2.d0
  level = 1.d0
  s%t = 1.d0
  call mix()
contains
  subroutine mix()
    call scatter(2)
    y = sum(work*work) + level*s%t(1)*s%t(2)
  end subroutine mix
  subroutine scatter(k)
    integer, intent(in) :: k
    work(k) = x(k)*x(1)
    if (x(1) > 0.d0) level = x(2)
    s%t(1) = x(k)
  end subroutine scatter
end subroutine own

subroutine twice(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: work(n)
  work = 2.d0
  y = 0.d0
  call mix(1)
  call mix(2)
contains
  subroutine mix(k)
    integer, intent(in) :: k
    work(k) = x(k)*x(1)
    y = y + sum(work*work)
  end subroutine mix
end subroutine twice
