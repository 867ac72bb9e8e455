module flowVars
    use constants
    implicit none
    real(kind=realType), dimension(:, :), pointer :: w, dw
    real(kind=realType), dimension(:), pointer :: p
    real(kind=realType) :: gamma, machCoef
#ifndef USE_TAPENADE
    real(kind=realType), dimension(:, :), pointer :: wd, dwd
    real(kind=realType), dimension(:), pointer :: pd
    real(kind=realType) :: machCoefd
#endif
end module flowVars
