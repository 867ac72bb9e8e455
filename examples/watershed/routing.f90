! Streams: each cell has a reach that receives the water of the cells above it, and delays it.
module routing
  use kinds, only: dp
  implicit none
  private
  public :: reach_type, release

  type :: reach_type
    real(dp) :: slope
    real(dp) :: roughness
    real(dp) :: length        ! km
  end type reach_type

  real(dp), parameter :: exponent = 5.0_dp/3.0_dp

contains

  ! One hour of a nonlinear reservoir, by a few implicit steps: dw/dt = inflow - k w^(5/3).
  subroutine release(reach, inflow, water, outflow)
    type(reach_type), intent(in) :: reach
    real(dp), intent(in) :: inflow
    real(dp), intent(inout) :: water
    real(dp), intent(out) :: outflow
    integer, parameter :: parts = 4
    real(dp) :: k, w, f, df, before
    integer :: part, trial

    k = sqrt(reach%slope)/(reach%roughness*reach%length)
    before = water
    do part = 1, parts
      ! Newton's method from the explicit guess
      w = water + inflow/parts
      do trial = 1, 20
        f = w - water - (inflow - k*w**exponent)/parts
        df = 1.0_dp + exponent*k*w**(exponent - 1.0_dp)/parts
        w = max(w - f/df, 0.5_dp*w)
        if (abs(f) < 1.0e-13_dp) exit
      end do
      water = w
    end do
    outflow = before + inflow - water
  end subroutine release

end module routing
