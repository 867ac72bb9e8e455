! Types with private components and bound procedures that callers know through an ONLY list.
! head: tides%predict(res)/(amp phase)
! inputs: nc = 3
module statistics
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: running
    private
    real(dp) :: s1 = 0, s2 = 0
    integer :: n = 0
  contains
    procedure :: push => push_one
    procedure :: push_many
    generic :: add => push, push_many
    procedure :: variance
  end type
  type :: gauge
    real(dp) :: level = 0
    real(dp), private :: drift = 0
  contains
    procedure :: read_off
  end type
contains
  subroutine push_one(this, x)
    class(running), intent(inout) :: this
    real(dp), intent(in) :: x
    this%s1 = this%s1 + x; this%s2 = this%s2 + x**2; this%n = this%n + 1
  end subroutine
  subroutine push_many(this, x)
    class(running), intent(inout) :: this
    real(dp), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      call this%push(x(i))
    end do
  end subroutine
  pure function variance(this) result(v)
    class(running), intent(in) :: this
    real(dp) :: v
    v = this%s2/this%n - (this%s1/this%n)**2
  end function
  subroutine read_off(this, x)
    class(gauge), intent(inout) :: this
    real(dp), intent(in) :: x
    this%drift = 0.9_dp*this%drift + 0.1_dp*x
    this%level = this%level*this%drift + x
  end subroutine
end module
module tides
  use statistics, only: dp, running, gauge
  implicit none
  real(dp), parameter :: omega(*) = [0.5_dp, 0.52_dp, 0.26_dp, 0.24_dp]
contains
  subroutine predict(nc, amp, phase, res)
    integer, intent(in) :: nc
    real(dp), intent(in) :: amp(nc), phase(nc)
    real(dp), intent(out) :: res(2)
    real(dp) :: eta(0:11)
    type(running) :: st
    type(gauge) :: g
    integer :: t, c
    eta = 0
    do c = 1, nc
      do t = lbound(eta, 1), ubound(eta, 1)
        eta(t) = eta(t) + amp(c)*cos(omega(c)*t - phase(c))
      end do
    end do
    call st%push_many(eta)
    call st%add(amp(1)*10)
    do t = 0, 3
      call g%read_off(eta(t))
    end do
    res = [st%variance(), g%level]
  end subroutine
end module
