program check
    use constants
    use flowVars
    use residuals
    use residuals_d, only: pressure_d, inviscidFlux_d
    use residuals_b, only: pressure_b, inviscidFlux_b
    implicit none
    integer, parameter :: n = 9
    real(kind=realType) :: forward, backward, h, seeds(3, n), wdot(3, n), up(3, n), down(3, n)
    integer :: i
    allocate (w(3, n), wd(3, n), dw(3, n), dwd(3, n), p(n), pd(n))
    gamma = 1.4_realType
    machCoef = 0.7_realType
    do i = 1, n
        w(:, i) = [1 + 0.1_realType*sin(1.0_realType*i), 0.5_realType*cos(2.0_realType*i), 2.5_realType]
        wdot(:, i) = [cos(3.0_realType*i), sin(4.0_realType*i), half]
        seeds(:, i) = [sin(5.0_realType*i), one, cos(7.0_realType*i)]
    end do
    wd = wdot
    machCoefd = 0.3_realType
    call pressure_d(n)
    call inviscidFlux_d(n)
    forward = sum(seeds*dwd)
    h = 1.e-6_realType
    w = w + h*wdot
    machCoef = machCoef + h*machCoefd
    call pressure(n)
    call inviscidFlux(n)
    up = dw
    w = w - 2*h*wdot
    machCoef = machCoef - 2*h*machCoefd
    call pressure(n)
    call inviscidFlux(n)
    down = dw
    w = w + h*wdot
    machCoef = machCoef + h*machCoefd
    if (abs(sum(seeds*(up - down))/(2*h) - forward) > 1.e-7_realType) stop 1
    call pressure(n)
    call inviscidFlux(n)
    wd = zero
    pd = zero
    machCoefd = zero
    dwd = seeds
    call inviscidFlux_b(n)
    call pressure_b(n)
    backward = sum(wd*wdot) + machCoefd*0.3_realType
    if (abs(forward - backward) > 1.e-12_realType*abs(forward)) stop 2
    print *, 'assembly: right'
end program check
