! head: types_mod.simulate(cost)/(cells%soil%ks cells%soil%theta cells%h)
program drive
  use timing
  use types_mod, only: simulate, cells
  use types_mod_diff, only: simulate_b, cells_2 => cells, cellsb
  implicit none
  integer, parameter :: n = 2000, nt = 365
  real(8) :: rain(nt), cost, costb
  integer :: i, k
  do i = 1, nt
    rain(i) = 0.05d0 + 0.04d0*sin(0.1d0*i)
  end do
  allocate (cells(n))
  allocate (cells_2(n))
  allocate (cellsb(n))
  do k = 1, repetitions(10)
    do i = 1, n
      cells(i)%soil%ks = 0.3d0 + 0.1d0*sin(0.1d0*i)
      cells(i)%soil%theta = 0.4d0
      cells(i)%soil%class = 1
      cells(i)%area = 1.d0 + 0.1d0*cos(0.1d0*i)
      cells(i)%h = 0.8d0 + 0.3d0*sin(0.2d0*i)
      cells(i)%name = ' '
      cells_2(i)%soil%ks = cells(i)%soil%ks
      cells_2(i)%soil%theta = cells(i)%soil%theta
      cells_2(i)%soil%class = 1
      cells_2(i)%area = cells(i)%area
      cells_2(i)%h = cells(i)%h
      cells_2(i)%name = ' '
    end do
    call start()
    call simulate(nt, rain, cost)
    call stop_clock(primal)
    costb = 1.d0
    call start()
    call simulate_b(nt, rain, cost, costb)
    call stop_clock(derivative)
  end do
  call weigh(cellsb%soil%ks)
  call weigh(cellsb%soil%theta)
  call weigh(cellsb%h)
  call report()
end program drive
