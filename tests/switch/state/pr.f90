module eos_pr
    use ar_api, only: model_api
    implicit none
    type :: PR
        real(8) :: a(2), b(2), k(2)
        real(8) :: kij
        real(8) :: del1 = 2.414213562373095d0
    contains
        procedure :: ar => ar
        procedure :: ar_b => ar_b
    end type
contains
    subroutine ar(model, n, v, t, arval)
        class(PR), intent(in) :: model
        real(8), intent(in) :: n(:), v, t
        real(8), intent(out) :: arval
        real(8) :: amix, bmix, ai(size(n)), aij
        integer :: i, j
        ai = model%a*(1 + model%k*(1 - sqrt(t)))**2
        amix = 0
        bmix = 0
        do i = 1, size(n)
            do j = 1, size(n)
                aij = sqrt(ai(i)*ai(j))
                if (i /= j) aij = aij*(1 - model%kij)
                amix = amix + n(i)*n(j)*aij
            end do
            bmix = bmix + n(i)*model%b(i)
        end do
        bmix = bmix/sum(n)
        arval = -sum(n)*log(1 - bmix/v)*t - amix/bmix*log((v + model%del1*bmix)/(v - bmix/model%del1))
    end subroutine
end module
