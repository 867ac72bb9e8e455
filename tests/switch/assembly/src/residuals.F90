module residuals
    use constants
    implicit none
contains
    subroutine pressure(nCells)
        use flowVars
        integer, intent(in) :: nCells
        integer :: i
        do i = 1, nCells
            p(i) = (gamma - one)*(w(3, i) - half*w(2, i)**2/w(1, i))
            p(i) = max(p(i), 1.e-4_realType*machCoef)
        end do
    end subroutine pressure
    subroutine inviscidFlux(nCells)
        use flowVars
        integer, intent(in) :: nCells
        real(kind=realType) :: u, flux(3)
        integer :: i
        do i = 1, nCells
            dw(:, i) = zero
        end do
        do i = 1, nCells - 1
            u = half*(w(2, i)/w(1, i) + w(2, i + 1)/w(1, i + 1))
            flux(1) = half*u*(w(1, i) + w(1, i + 1))
            flux(2) = half*u*(w(2, i) + w(2, i + 1)) + half*(p(i) + p(i + 1))
            flux(3) = half*u*(w(3, i) + w(3, i + 1) + p(i) + p(i + 1))
            dw(:, i) = dw(:, i) + flux*machCoef
            dw(:, i + 1) = dw(:, i + 1) - flux*machCoef
        end do
    end subroutine inviscidFlux
end module residuals
