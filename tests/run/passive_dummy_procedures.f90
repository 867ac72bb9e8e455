! A dummy procedure without derivative, called in a forward half only, where no module is there for a copy of its procedure that calls what is given.
! head: cost(u0)\(j)
! inputs: n = 3
! inputs: u0(n) = 0.5 .. 1.5
! refused without activity: RT0415
module m_steps
  implicit none
  private
  public :: advance
contains
  subroutine advance(n, u, t, f)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: t
    interface
      pure function f(time) result(y)
        real(8), intent(in) :: time
        real(8) :: y
      end function
    end interface
    real(8) :: w(n), q
    integer :: i
    q = f(t)
    do i = 1, n
      w(i) = 0.5d0*sin(u(i)**2 + q)
      w(i) = w(i)*exp(-w(i))
      u(i) = w(i)*u(i)
    end do
  end subroutine
end module
pure function wave(time) result(y)
  implicit none
  real(8), intent(in) :: time
  real(8) :: y
  y = 0.1d0*cos(time)
end function
subroutine cost(n, u0, j)
  use m_steps
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u0(n)
  real(8), intent(out) :: j
  interface
    pure function wave(time) result(y)
      real(8), intent(in) :: time
      real(8) :: y
    end function
  end interface
  real(8) :: u(n)
  integer :: k
  u = u0
  do k = 1, 3
    call advance(n, u, 0.1d0*k, wave)
  end do
  j = sum(u)
end subroutine
