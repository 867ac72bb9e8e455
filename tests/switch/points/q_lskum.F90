module q_lskum_mod
    use data_structure_mod
    use flux_mod
contains
    subroutine q_lskum()
        integer :: k
        do k = 1, local_points
            call state_at(k)
        end do
        call total_entropy()
    end subroutine
    subroutine total_entropy()
        integer :: k
        vector_cost_func = 0.0d0
        do k = 1, local_points
            point%entropy(k) = dlog(point%prim(4, k)) - 1.4d0*dlog(point%prim(1, k)) + point%prim(3, k)**2
            vector_cost_func = vector_cost_func + point%entropy(k)**2
        end do
    end subroutine
end module q_lskum_mod
