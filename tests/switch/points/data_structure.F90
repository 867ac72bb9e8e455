module data_structure_mod
    implicit none
    integer, parameter :: max_points = 30
    type :: points
        real*8, dimension(max_points) :: x, y
        real*8, dimension(4, max_points) :: prim
        integer, dimension(max_points) :: left, right
        real*8, dimension(max_points) :: entropy
    end type points
    type(points) :: point
    integer :: local_points
    real*8 :: vector_cost_func
    real*8 :: mach
end module data_structure_mod
