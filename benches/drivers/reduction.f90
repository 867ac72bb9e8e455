! head: reduction(misfit)/(x rate)
program drive
  use timing
  implicit none
  integer, parameter :: n = 100000
  real(8) :: x(n), w(n), obs(n), xb(n), rate, rateb, misfit, misfitb
  integer :: i, k
  do i = 1, n
    x(i) = 1.d0 + 0.9d0*sin(0.1d0*i)
    w(i) = 0.5d0 + 0.3d0*cos(0.2d0*i)
    obs(i) = 0.4d0 + 0.3d0*sin(0.3d0*i)
  end do
  rate = 0.9d0
  do k = 1, repetitions(30)
    call start()
    call reduction(n, x, w, obs, rate, misfit)
    call stop_clock(primal)
    misfitb = 1.d0
    rateb = 0.d0
    xb = 0.d0
    call start()
    call reduction_b(n, x, xb, w, obs, rate, rateb, misfit, misfitb)
    call stop_clock(derivative)
  end do
  call weigh(xb)
  call weigh([rateb])
  call report()
end program drive
