module constants
    implicit none
    integer, parameter :: realType = selected_real_kind(12)
    real(kind=realType), parameter :: zero = 0.0_realType, half = 0.5_realType, one = 1.0_realType
end module constants
