program check
    use mwd_types
    implicit none
    interface
        subroutine forward_run(setup, rain, observed, parameters, output)
            use mwd_types
            type(setupdt), intent(in) :: setup
            real(dp), dimension(setup%ntime), intent(in) :: rain, observed
            type(parametersdt), intent(inout) :: parameters
            type(outputdt), intent(inout) :: output
        end subroutine
    end interface
    external :: forward_run_d, forward_run_b
    integer, parameter :: n = 12
    type(setupdt) :: setup
    type(parametersdt) :: parameters, parameters_d, parameters_b
    type(outputdt) :: output, output_d, output_b
    real(dp) :: rain(n), observed(n), up, down, h
    integer :: t, k
    setup%ntime = n
    setup%dt = 0.5_dp
    rain = [(1 + sin(1.0_dp*t), t=1, n)]
    observed = [(0.4_dp + 0.1_dp*cos(2.0_dp*t), t=1, n)]
    call parametersdt_initialise(parameters, 2)
    call parametersdt_initialise(parameters_d, 2)
    call parametersdt_initialise(parameters_b, 2)
    call outputdt_initialise(output, n)
    call outputdt_initialise(output_d, n)
    call outputdt_initialise(output_b, n)
    parameters%x = [1.2_dp, 0.7_dp]
    output_b%cost = 1
    call forward_run_b(setup, rain, observed, parameters, parameters_b, output, output_b)
    h = 1.0d-6
    do k = 1, 2
        parameters_d%x = 0
        parameters_d%x(k) = 1
        call forward_run_d(setup, rain, observed, parameters, parameters_d, output, output_d)
        parameters%x(k) = parameters%x(k) + h
        call forward_run(setup, rain, observed, parameters, output)
        up = output%cost
        parameters%x(k) = parameters%x(k) - 2*h
        call forward_run(setup, rain, observed, parameters, output)
        down = output%cost
        parameters%x(k) = parameters%x(k) + h
        if (abs((up - down)/(2*h) - output_d%cost) > 1.0d-8) stop 1
        if (abs(parameters_b%x(k) - output_d%cost) > 1.0d-13) stop 2
    end do
    print *, 'hydro: right'
end program check
