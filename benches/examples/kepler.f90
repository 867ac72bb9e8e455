program drive
  use timing
  implicit none
  integer, parameter :: m = 3000
  real(8) :: tobs(m), dir(m), wgt(m), cost, costd, costb, qb, eb, wb, tpb, gmb
  integer :: i, k, nbad
  do i = 1, m
    tobs(i) = 4.d0*sin(0.37d0*i)
    dir(i) = 3.d0*cos(0.21d0*i)
    wgt(i) = 1.2d0 + 0.7d0*sin(1.1d0*i)
  end do
  do k = 1, repetitions(30)
    call start()
    call orbit(m, 0.7d0, 0.5d0, 1.d0, 0.1d0, 1.d0, tobs, dir, wgt, 0.05d0, 0.02d0, cost, nbad)
    call stop_clock(primal)
    call start()
    call orbit_d(m, 0.7d0, 1.d0, 0.5d0, 1.d0, 1.d0, 1.d0, 0.1d0, 1.d0, 1.d0, 1.d0, tobs, dir, wgt, 0.05d0, 0.02d0, &
        cost, costd, nbad)
    call stop_clock(derivative)
    costb = 1.d0
    call start()
    call orbit_b(m, 0.7d0, qb, 0.5d0, eb, 1.d0, wb, 0.1d0, tpb, 1.d0, gmb, tobs, dir, wgt, 0.05d0, 0.02d0, cost, costb, nbad)
    call stop_clock(adjoint)
  end do
  call both(costd, qb + eb + wb + tpb + gmb)
end program drive
