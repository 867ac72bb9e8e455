program check
    use data_structure_mod_diff
    use q_lskum_mod_diff
    implicit none
    real*8 :: up, down, h, worst, old, gradient(max_points)
    integer :: k
    local_points = 12
    mach = 0.6d0
    do k = 1, local_points
        point%x(k) = dcos(0.5d0*k)
        point%y(k) = 0.3d0*dsin(0.5d0*k) + 0.01d0*k
        point%left(k) = max(k - 1, 1)
        point%right(k) = min(k + 1, local_points)
    end do
    pointb%x = 0.0d0
    pointb%y = 0.0d0
    vector_cost_funcb = 1.0d0
    call q_lskum_b()
    gradient = pointb%y
    worst = 0.0d0
    h = 1.0d-6
    do k = 1, local_points
        old = point%y(k)
        point%y(k) = old + h
        call q_lskum()
        up = vector_cost_func
        point%y(k) = old - h
        call q_lskum()
        down = vector_cost_func
        point%y(k) = old
        worst = max(worst, dabs((up - down)/(2*h) - gradient(k)))
    end do
    print *, 'points: worst difference', worst
    if (worst > 1.0d-8) stop 1
end program check
