module constants
    use precision
    implicit none
    real(kind=realType), parameter :: one = 1.0, two = 2.0, half = 0.5
end module constants
