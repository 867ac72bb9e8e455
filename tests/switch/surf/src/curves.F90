module curves
    use precision
    use constants
    implicit none
contains
    ! Length of each bar of a curve, and of all.
    subroutine barLengths(nBars, coor, bars, lengths, total)
        integer(kind=intType), intent(in) :: nBars
        real(kind=realType), intent(in) :: coor(:, :)
        integer(kind=intType), intent(in) :: bars(2, nBars)
        real(kind=realType), intent(out) :: lengths(nBars), total
        integer(kind=intType) :: i
        real(kind=realType) :: v(3)
        total = 0
        do i = 1, nBars
            v = coor(:, bars(2, i)) - coor(:, bars(1, i))
            call norm(v, lengths(i))
            total = total + lengths(i)
        end do
#ifndef USE_TAPENADE
        if (total < 0) print *, 'a negative length'
#endif
    end subroutine barLengths

    ! The point of a bar that is nearest to x.
    subroutine barProjection(x1, x2, x, xf)
        real(kind=realType), dimension(3), intent(in) :: x1, x2, x
        real(kind=realType), dimension(3), intent(out) :: xf
        real(kind=realType) :: v(3), u
        v = x2 - x1
        u = dot_product(x - x1, v)/dot_product(v, v)
        if (u < 0) u = 0
        if (u > one) u = one
        xf = x1 + u*v
    end subroutine barProjection

    subroutine norm(v, length)
        real(kind=realType), intent(in) :: v(3)
        real(kind=realType), intent(out) :: length
        length = sqrt(v(1)**2 + v(2)**2 + v(3)**2)
    end subroutine norm
end module curves
