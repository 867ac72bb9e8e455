module mwd_types
    implicit none
    integer, parameter :: sp = 4
    integer, parameter :: dp = 8
    type setupdt
        integer :: ntime
        real(dp) :: dt
    end type setupdt
    type parametersdt
        real(dp), allocatable :: x(:)
        real(dp) :: cp, kexc
    end type parametersdt
    type outputdt
        real(dp), allocatable :: q(:)
        real(dp) :: cost
    end type outputdt
contains
    subroutine parametersdt_initialise(this, n)
        type(parametersdt), intent(inout) :: this
        integer, intent(in) :: n
        allocate (this%x(n))
        this%x = 0
        this%cp = 0
        this%kexc = 0
    end subroutine parametersdt_initialise
    subroutine outputdt_initialise(this, ntime)
        type(outputdt), intent(inout) :: this
        integer, intent(in) :: ntime
        allocate (this%q(ntime))
        this%q = 0
        this%cost = 0
    end subroutine outputdt_initialise
end module mwd_types
