program drive
  use timing
  use factor, only: response
  use factor_diff, only: response_d, response_b
  implicit none
  integer, parameter :: n = 200
  real(8) :: spring(n), damping(n), b(n), probe(n), x(n), cost
  real(8) :: springd(n), dampingd(n), bd(n), xd(n), costd
  real(8) :: springb(n), dampingb(n), bb(n), xb(n), costb, frameb
  integer :: i, k, info
  do i = 1, n
    spring(i) = 1.d0 + 0.2d0*sin(0.7d0*i)
    damping(i) = 2.d0*cos(1.3d0*i)
    b(i) = cos(0.4d0*i)
    probe(i) = sin(0.3d0*i)
    springd(i) = sin(0.2d0*i)
    dampingd(i) = cos(0.6d0*i)
    bd(i) = sin(0.9d0*i)
  end do
  do k = 1, repetitions(30)
    call start()
    call response(n, spring, 0.07d0, damping, b, probe, x, cost, info)
    call stop_clock(primal)
    call start()
    call response_d(n, spring, springd, 0.07d0, 1.d0, damping, dampingd, b, bd, probe, x, xd, cost, costd, info)
    call stop_clock(derivative)
    costb = 1.d0
    xb = 0.d0
    call start()
    call response_b(n, spring, springb, 0.07d0, frameb, damping, dampingb, b, bb, probe, x, xb, cost, costb, info)
    call stop_clock(adjoint)
  end do
  call both(costd, dot_product(springb, springd) + frameb + dot_product(dampingb, dampingd) + dot_product(bb, bd))
end program drive
