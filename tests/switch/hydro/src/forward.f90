subroutine forward_run(setup, rain, observed, parameters, output)
    use mwd_types
    use md_stores
    implicit none
    type(setupdt), intent(in) :: setup
    real(dp), dimension(setup%ntime), intent(in) :: rain, observed
    type(parametersdt), intent(inout) :: parameters
    type(outputdt), intent(inout) :: output
    real(dp) :: hp, pr, kexc
    integer :: t
    parameters%cp = exp(parameters%x(1))
    kexc = parameters%x(2)
    parameters%kexc = kexc
    hp = 0.3_dp
    do t = 1, setup%ntime
        call production(rain(t), 0.2_dp, parameters%cp, hp, pr)
        output%q(t) = pr + kexc*hp**3.5_dp*setup%dt
    end do
    output%cost = sum((output%q - observed)**2)/setup%ntime
end subroutine forward_run
