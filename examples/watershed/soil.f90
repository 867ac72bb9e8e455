! Water in the soil of one cell: an upper store that fills with rain and evaporates, a lower one that drains slowly.
module soil
  use kinds, only: dp
  implicit none
  private
  public :: soil_type, store_type, infiltrate, evaporate, drain

  type :: soil_type
    character(len=16) :: name = 'loam'
    real(dp) :: capacity      ! of the upper store, mm
    real(dp) :: shape         ! how unevenly the capacity is distributed
    real(dp) :: leakage       ! from upper to lower store, 1/h
    real(dp) :: recession     ! of the lower store, 1/h
  end type soil_type

  type :: store_type
    real(dp) :: upper         ! mm
    real(dp) :: lower         ! mm
    integer :: wet_hours
  end type store_type

contains

  ! Splits the rain into what the soil takes and what runs off at once.
  subroutine infiltrate(s, rain, store, runoff)
    type(soil_type), intent(in) :: s
    real(dp), intent(in) :: rain
    type(store_type), intent(inout) :: store
    real(dp), intent(out) :: runoff
    real(dp) :: filled, share

    filled = max(0.0_dp, min(store%upper/s%capacity, 1.0_dp))
    share = filled**s%shape
    runoff = rain*share
    store%upper = store%upper + rain - runoff
    if (store%upper > s%capacity) then
      runoff = runoff + (store%upper - s%capacity)
      store%upper = s%capacity
    end if
    if (rain > 0.0_dp) store%wet_hours = store%wet_hours + 1
  end subroutine infiltrate

  ! Takes water from the upper store, less when it is nearly empty.
  subroutine evaporate(s, demand, store)
    type(soil_type), intent(in) :: s
    real(dp), intent(in) :: demand
    type(store_type), intent(inout) :: store
    real(dp) :: filled

    filled = store%upper/s%capacity
    store%upper = store%upper - demand*(1.0_dp - exp(-3.0_dp*filled))
    store%upper = max(store%upper, 0.0_dp)
  end subroutine evaporate

  ! Leakage between the stores, and what reaches the stream from below.
  function drain(s, store) result(baseflow)
    type(soil_type), intent(in) :: s
    type(store_type), intent(inout) :: store
    real(dp) :: baseflow
    real(dp) :: leak

    leak = s%leakage*store%upper*sqrt(store%upper/s%capacity + 0.01_dp)
    leak = min(leak, store%upper)
    store%upper = store%upper - leak
    store%lower = store%lower + leak
    baseflow = s%recession*store%lower
    store%lower = store%lower - baseflow
  end function drain

end module soil
