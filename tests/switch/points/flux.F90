module flux_mod
    use data_structure_mod
contains
    subroutine state_at(k)
        integer, intent(in) :: k
        real*8 :: dx, dy, det, slope
        dx = point%x(point%right(k)) - point%x(point%left(k))
        dy = point%y(point%right(k)) - point%y(point%left(k))
        det = dx*dx + dy*dy
        slope = dy/dsqrt(det)
        point%prim(1, k) = 1.0d0 + 0.2d0*mach*slope
        point%prim(2, k) = mach*dx/dsqrt(det)
        point%prim(3, k) = mach*slope
        point%prim(4, k) = (1.0d0/1.4d0)*point%prim(1, k)**1.4d0
    end subroutine
end module flux_mod
