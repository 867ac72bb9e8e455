! head: limiter(cost)/(u0)
program drive
  use timing
  implicit none
  integer, parameter :: n = 2000, nt = 1000
  real(8) :: u0(n), u0b(n), cost, costb
  integer :: i, k
  do i = 1, n
    u0(i) = 1.d0 + 0.5d0*sin(0.01d0*i) + 0.1d0*sin(0.37d0*i)
  end do
  do k = 1, repetitions(10)
    call start()
    call limiter(n, nt, u0, 0.2d0, 0.1d0, cost)
    call stop_clock(primal)
    costb = 1.d0
    u0b = 0.d0
    call start()
    call limiter_b(n, nt, u0, u0b, 0.2d0, 0.1d0, cost, costb)
    call stop_clock(derivative)
  end do
  call weigh(u0b)
  call report()
end program drive
