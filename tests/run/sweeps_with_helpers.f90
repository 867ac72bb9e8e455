! head: wave(wave)/(c0)
! inputs: n = 7
! inputs: nt = 3
! inputs: c0(7) = 0.8 .. 1.2
! head: shaken(shaken)/(c0)
! inputs: n = 7
! inputs: nt = 3
! inputs: c0(7) = 0.8 .. 1.2
! Sweeps over a column in which a function reads neighbours in that column: it does not hide which part is set. One that writes there does.
module helpers
  implicit none
  integer, parameter :: wp = kind(1.d0)
contains
  pure function lap(u, i) result(l)
    real(wp), intent(in) :: u(:)
    integer, intent(in) :: i
    real(wp) :: l
    l = u(i - 1) - 2*u(i) + u(i + 1)
  end function lap

  function shake(n, u, i) result(l)
    integer, intent(in) :: n, i
    real(wp), intent(inout) :: u(n)
    real(wp) :: l
    u(1) = u(1)*u(i)
    l = u(i)*u(i + 1)
  end function shake

  subroutine relax(n, u)
    integer, intent(in) :: n
    real(wp), intent(inout) :: u(n)
    integer :: i
    do i = 2, n - 1
      u(i) = u(i) + 0.1_wp*lap(u, i)*u(i)
    end do
  end subroutine relax

  subroutine rattle(n, u)
    integer, intent(in) :: n
    real(wp), intent(inout) :: u(n)
    integer :: i
    do i = 2, n - 1
      u(i) = 0.9_wp*u(i) + 0.1_wp*shake(n, u, i)
    end do
  end subroutine rattle
end module helpers

function wave(n, nt, c0) result(s)
  use helpers
  implicit none
  integer, intent(in) :: n, nt
  real(wp), intent(in) :: c0(n)
  real(wp) :: s, u(40, 30)
  integer :: j, t
  u = 0.5_wp
  do j = 1, 30
    u(1:n, j) = c0*j/30
  end do
  do t = 1, nt
    do j = 1, 30
      call relax(n, u(1, j))
    end do
    u(n, :) = u(n, :)*u(2, :)
  end do
  s = sum(u(1:n, :)**2)
end function wave

function shaken(n, nt, c0) result(s)
  use helpers
  implicit none
  integer, intent(in) :: n, nt
  real(wp), intent(in) :: c0(n)
  real(wp) :: s, u(40, 30)
  integer :: j, t
  u = 0.5_wp
  do j = 1, 30
    u(1:n, j) = c0*j/30
  end do
  do t = 1, nt
    do j = 1, 30
      call rattle(n, u(1, j))
    end do
    u(n, :) = u(n, :)*u(2, :)
  end do
  s = sum(u(1:n, :)**2)
end function shaken
