! The extent of a result is asked of a binding whose procedure its PRIVATE module shows by that binding only: PUBLIC names it once.
! head: cost(dt,x)\(c)
! inputs: n = 4
! inputs: dt = 0.5 .. 1.5
! inputs: x(n) = 0.5 .. 1.5
module config_m
  implicit none
  private
  public :: config_t
  type config_t
    integer :: nx
    real(8) :: dt
  contains
    procedure :: get_nx
  end type
contains
  pure integer function get_nx(this)
    class(config_t), intent(in) :: this
    get_nx = this%nx
  end function
end module
module model_m
  use config_m, only: config_t
  implicit none
  private
  public :: model_t
  type model_t
    type(config_t) :: config
    real(8), allocatable :: state(:)
  contains
    procedure :: get_state
    procedure :: first
  end type
contains
  pure function get_state(this)
    class(model_t), intent(in) :: this
    real(8), dimension(this%config%get_nx()) :: get_state
    get_state = this%state
  end function
  real(8) function first(this)
    class(model_t), intent(in) :: this
    integer :: n
    n = this%config%get_nx()
    first = this%state(n)**2*this%config%dt
  end function
end module
subroutine cost(n, dt, x, c)
  use config_m, only: config_t
  use model_m
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: dt, x(n)
  real(8), intent(out) :: c
  type(model_t) :: m
  m%config%nx = n
  m%config%dt = dt
  m%state = x
  c = sum(m%get_state()**2) + m%first()
end subroutine
