! What the models of the project have in common, kept by hand: the interface of the adjoint says what Tapenade does.
module ar_api
    implicit none
    type, abstract :: model_api
    contains
        procedure(value), deferred :: ar
        procedure(adjoint), deferred :: ar_b
    end type
    abstract interface
        subroutine value(model, n, v, t, arval)
            import model_api
            class(model_api), intent(in) :: model
            real(8), intent(in) :: n(:), v, t
            real(8), intent(out) :: arval
        end subroutine
        subroutine adjoint(model, n, nb, v, vb, t, tb, arval, arvalb)
            import model_api
            class(model_api), intent(in) :: model
            real(8), intent(in) :: n(:), v, t
            real(8) :: nb(:), vb, tb
            real(8) :: arval
            real(8) :: arvalb
        end subroutine
    end interface
end module
