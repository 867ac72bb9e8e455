module sico_types_m
#ifdef SINGLE
integer, parameter :: wp = kind(1.0)
#else
integer, parameter :: wp = kind(1.0d0)
#endif
end module sico_types_m
