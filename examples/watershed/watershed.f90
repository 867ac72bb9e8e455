! Rain to river flow in a watershed of many cells, and its distance to the flow measured at the outlet.
module watershed
  use kinds, only: dp
  use soil, only: soil_type, state_type => store_type, infiltrate, evaporate, drain
  use routing, only: reach_type, release
  implicit none
  private
  public :: cell_type, simulate

  type :: cell_type
    type(soil_type) :: soil
    type(reach_type) :: reach
    real(dp) :: area          ! km2
  end type cell_type

  ! Scale of all rain, to be calibrated: gauges catch too little.
  real(dp), public :: rain_factor = 1.1_dp

contains

  ! A measured flow is trusted in proportion to its size: compare roots.
  pure function distance(simulated, measured) result(d)
    real(dp), intent(in) :: simulated, measured
    real(dp) :: d
    d = (sqrt(simulated + 0.01_dp) - sqrt(measured + 0.01_dp))**2
  end function distance

  ! The cells drain into the next one of their row, the last of each row into the first row's end, cell n.
  subroutine connect(n, width, downstream)
    integer, intent(in) :: n, width
    integer, intent(out) :: downstream(n)
    integer :: i
    do i = 1, n
      if (i == n) then
        downstream(i) = 0
      else if (mod(i, width) == 0) then
        downstream(i) = n
      else
        downstream(i) = i + 1
      end if
    end do
  end subroutine connect

  ! One hour in every cell, from the sources down to the outlet.
  subroutine advance(n, cells, downstream, rain, demand, states, water, outlet)
    integer, intent(in) :: n, downstream(n)
    type(cell_type), intent(in) :: cells(n)
    real(dp), intent(in) :: rain, demand
    type(state_type), intent(inout) :: states(n)
    real(dp), intent(inout) :: water(n)
    real(dp), intent(out) :: outlet
    real(dp) :: inflow(n), runoff, baseflow, outflow
    integer :: i

    inflow = 0.0_dp
    outlet = 0.0_dp
    do i = 1, n
      call infiltrate(cells(i)%soil, rain_factor*rain, states(i), runoff)
      call evaporate(cells(i)%soil, demand, states(i))
      baseflow = drain(cells(i)%soil, states(i))
      inflow(i) = inflow(i) + cells(i)%area*(runoff + baseflow)
      call release(cells(i)%reach, inflow(i), water(i), outflow)
      if (downstream(i) > 0) then
        inflow(downstream(i)) = inflow(downstream(i)) + outflow
      else
        outlet = outlet + outflow
      end if
    end do
  end subroutine advance

  subroutine simulate(n, width, hours, cells, rain, demand, measured, cost)
    integer, intent(in) :: n, width, hours
    type(cell_type), intent(in) :: cells(n)
    real(dp), intent(in) :: rain(hours), demand(hours)      ! mm/h
    real(dp), intent(in) :: measured(hours)                 ! at the outlet
    real(dp), intent(out) :: cost
    type(state_type) :: states(n)
    real(dp) :: water(n), outlet
    integer :: downstream(n), hour, i

    call connect(n, width, downstream)
    do i = 1, n
      states(i)%upper = 0.4_dp*cells(i)%soil%capacity
      states(i)%lower = 5.0_dp
      states(i)%wet_hours = 0
      water(i) = 1.0_dp
    end do

    cost = 0.0_dp
    do hour = 1, hours
      call advance(n, cells, downstream, rain(hour), demand(hour), states, water, outlet)
      ! the first day warms the model up
      if (hour > 24) cost = cost + distance(outlet, measured(hour))
    end do
    cost = cost/hours
  end subroutine simulate

end module watershed
