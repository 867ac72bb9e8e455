! Tangent against differences, adjoint against tangent.
program check
    use precision
    use curves, only: barLengths, barProjection
    use curves_d, only: barLengths_d, barProjection_d
    use curves_b, only: barLengths_b, barProjection_b
    implicit none
    integer(kind=intType), parameter :: n = 4
    real(kind=realType) :: coor(3, n), coord(3, n), coorb(3, n), lengths(n - 1), lengthsd(n - 1), lengthsb(n - 1)
    real(kind=realType) :: total, totald, totalb, up(n - 1), down(n - 1), h, tangent, adjoint
    real(kind=realType) :: x1(3), x1d(3), x1b(3), x2(3), x2d(3), x2b(3), x(3), xd(3), xb(3), xf(3), xfd(3), xfb(3)
    integer(kind=intType) :: bars(2, n - 1), i
    bars = reshape([1, 2, 2, 3, 4, 3], [2, n - 1])
    coor = reshape([(sin(1.7d0*i), i=1, 3*n)], [3, n])
    coord = reshape([(cos(2.3d0*i), i=1, 3*n)], [3, n])
    call barLengths_d(n - 1, coor, coord, bars, lengths, lengthsd, total, totald)
    h = 1.0d-6
    call barLengths(n - 1, coor + h*coord, bars, up, total)
    call barLengths(n - 1, coor - h*coord, bars, down, total)
    if (maxval(abs((up - down)/(2*h) - lengthsd)) > 1.0d-7) stop 1
    if (abs(sum(lengthsd) - totald) > 1.0d-12) stop 2
    lengthsb = [1.0d0, -2.0d0, 0.5d0]
    totalb = 0.25d0
    tangent = dot_product(lengthsb, lengthsd) + totalb*totald
    coorb = 0
    call barLengths_b(n - 1, coor, coorb, bars, lengths, lengthsb, total, totalb)
    ! The head has no lists: each call adds.
    lengthsb = [1.0d0, -2.0d0, 0.5d0]
    totalb = 0.25d0
    call barLengths_b(n - 1, coor, coorb, bars, lengths, lengthsb, total, totalb)
    adjoint = sum(coorb*coord)/2
    if (abs(tangent - adjoint) > 1.0d-12) stop 3
    x1 = coor(:, 1); x2 = coor(:, 2); x = (x1 + x2)/2 + 0.1d0
    x1d = coord(:, 1); x2d = coord(:, 2); xd = coord(:, 3)
    call barProjection_d(x1, x1d, x2, x2d, x, xd, xf, xfd)
    xfb = [0.3d0, -1.0d0, 2.0d0]
    tangent = dot_product(xfb, xfd)
    x1b = 0; x2b = 0; xb = 0
    call barProjection_b(x1, x1b, x2, x2b, x, xb, xf, xfb)
    adjoint = dot_product(x1b, x1d) + dot_product(x2b, x2d) + dot_product(xb, xd)
    if (abs(tangent - adjoint) > 1.0d-12) stop 4
    print *, 'surf: right'
end program check
