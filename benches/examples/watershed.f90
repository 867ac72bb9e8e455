program drive
  use timing
  use watershed_diff, only: cell_type, cell_type_diff, simulate, simulate_d, simulate_b, rain_factor, rain_factord, rain_factorb
  implicit none
  integer, parameter :: n = 60, hours = 240
  type(cell_type) :: cells(n)
  type(cell_type_diff) :: cellsd(n), cellsb(n)
  real(8) :: rain(hours), demand(hours), measured(hours), cost, costd, costb
  integer :: i, k
  rain_factor = 1.1d0
  do i = 1, n
    cells(i)%soil%capacity = 90.d0 + 25.d0*sin(1.d0*i)
    cells(i)%soil%shape = 1.8d0 + 0.5d0*sin(2.d0*i)
    cells(i)%soil%leakage = 0.012d0 + 0.006d0*sin(3.d0*i)
    cells(i)%soil%recession = 0.03d0 + 0.015d0*cos(1.d0*i)
    cells(i)%reach%slope = 0.01d0 + 0.006d0*cos(2.d0*i)
    cells(i)%reach%roughness = 0.45d0 + 0.1d0*cos(3.d0*i)
    cells(i)%reach%length = 2.d0 + 0.8d0*sin(5.d0*i)
    cells(i)%area = 1.2d0 + 0.6d0*cos(5.d0*i)
    cellsd(i)%soil%capacity = cos(0.3d0*i)
    cellsd(i)%soil%shape = 0.1d0*cos(0.4d0*i)
    cellsd(i)%soil%leakage = 0.001d0*cos(0.5d0*i)
    cellsd(i)%soil%recession = 0.001d0*cos(0.6d0*i)
    cellsd(i)%reach%slope = 0.001d0*cos(0.7d0*i)
    cellsd(i)%reach%roughness = 0.1d0*cos(0.8d0*i)
    cellsd(i)%reach%length = 0.1d0*cos(0.9d0*i)
    cellsd(i)%area = 0.1d0*cos(1.1d0*i)
  end do
  rain_factord = 1.d0
  do i = 1, hours
    rain(i) = max(0.d0, 6.d0*sin(0.3d0*i))
    demand(i) = 0.2d0 + 0.2d0*cos(0.2d0*i)
    measured(i) = 12.d0 + 6.d0*sin(0.1d0*i)
  end do
  do k = 1, repetitions(20)
    call start()
    call simulate(n, 4, hours, cells, rain, demand, measured, cost)
    call stop_clock(primal)
    call start()
    call simulate_d(n, 4, hours, cells, cellsd, rain, demand, measured, cost, costd)
    call stop_clock(derivative)
    costb = 1.d0
    call start()
    call simulate_b(n, 4, hours, cells, cellsb, rain, demand, measured, cost, costb)
    call stop_clock(adjoint)
  end do
  call both(costd, rain_factorb*rain_factord + sum(cellsb%soil%capacity*cellsd%soil%capacity) &
    + sum(cellsb%soil%shape*cellsd%soil%shape) + sum(cellsb%soil%leakage*cellsd%soil%leakage) &
    + sum(cellsb%soil%recession*cellsd%soil%recession) + sum(cellsb%reach%slope*cellsd%reach%slope) &
    + sum(cellsb%reach%roughness*cellsd%reach%roughness) + sum(cellsb%reach%length*cellsd%reach%length) &
    + sum(cellsb%area*cellsd%area))
end program drive
