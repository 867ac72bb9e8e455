module precision
    implicit none
#ifdef USE_SINGLE
    integer, parameter :: realType = selected_real_kind(6)
#else
    integer, parameter :: realType = selected_real_kind(12)
#endif
    integer, parameter :: intType = selected_int_kind(9)
end module precision
