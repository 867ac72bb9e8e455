! Contributions to one derivative on both sides of a call that changes, by itself, what the first is made of.
! head: by_module(s0)/(x s)
! head: by_host(s0)/(x s)
! head: in_joint_mode(s0)/(x s)
! head: by_function(s0)/(x s)
module merged_past_calls
  implicit none
  private
  public :: by_module, by_host, in_joint_mode, by_function
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: level = 0.75_dp
contains
  subroutine lower(a, b, c)
    real(dp), intent(in) :: a, b
    real(dp), intent(out) :: c
    c = a/(2.0_dp + level*level)*b
    level = 0.5_dp*level
  end subroutine lower

  subroutine by_module(x, s, s0)
    real(dp), intent(in) :: x, s
    real(dp), intent(out) :: s0
    real(dp) :: c
    level = 0.75_dp
    !$AD NOCHECKPOINT
    call lower(x, x - s, c)
    s0 = c - sin(sin(level)*s)
  end subroutine by_module

  subroutine in_joint_mode(x, s, s0)
    real(dp), intent(in) :: x, s
    real(dp), intent(out) :: s0
    real(dp) :: c
    level = 0.75_dp
    call lower(x, x - s, c)
    s0 = c - sin(sin(level)*s)
  end subroutine in_joint_mode

  subroutine by_host(x, s, s0)
    real(dp), intent(in) :: x, s
    real(dp), intent(out) :: s0
    real(dp) :: c, height
    height = 0.75_dp
    call sink(x - s, c)
    s0 = c - sin(sin(height)*s)
  contains
    subroutine sink(b, c)
      real(dp), intent(in) :: b
      real(dp), intent(out) :: c
      c = x/(2.0_dp + height*height)*b
      height = 0.5_dp*height
    end subroutine sink
  end subroutine by_host

  function lowered(a, b) result(c)
    real(dp), intent(in) :: a, b
    real(dp) :: c
    c = a/(2.0_dp + level*level)*b
    level = 0.5_dp*level
  end function lowered

  subroutine by_function(x, s, s0)
    real(dp), intent(in) :: x, s
    real(dp), intent(out) :: s0
    real(dp) :: c
    level = 0.75_dp
    c = lowered(x, x - s)
    s0 = c - sin(sin(level)*s)
  end subroutine by_function
end module merged_past_calls
