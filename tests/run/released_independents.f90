! Independents of a module and of a structure that the head releases at the end, or gives another shape.
! head: states%run(j)/(s%u, v, k)
! inputs: s%u(4) = 0.5 .. 1
! inputs: v(4) = 0.5 .. 1
! inputs: k(2) = 0.5 .. 1

module states

  implicit none

  type state
    real(8), allocatable :: u(:)
    integer :: n = 1
  end type state

  real(8), allocatable :: v(:), k(:), trace(:)

contains

  subroutine clean(a)
    real(8), allocatable, intent(inout) :: a(:)
    if (allocated(a)) deallocate (a)
  end subroutine clean

  subroutine clean_state(s)
    type(state), intent(inout) :: s
    if (allocated(s%u)) deallocate (s%u)
  end subroutine clean_state

  subroutine finish()
    if (allocated(k)) deallocate (k)
    call clean(v)
    if (allocated(trace)) deallocate (trace)
  end subroutine finish

  subroutine run(s, j)
    type(state), intent(inout) :: s
    real(8), intent(out) :: j
    real(8), allocatable :: w(:)
    w = s%u*v
    if (sum(w) > 1) w = sin(w)
    trace = [w, k]
    j = sum(w**2*v) + k(1)*k(2)
    call clean(w)
    call clean(v)
    call clean_state(s)
    j = j**2
    allocate (s%u(3), source=j)
    v = s%u(1:2)
    trace = trace(2:3)*v
    j = j + sum(s%u) + product(v) + sum(trace)
    deallocate (s%u)
    call finish()
  end subroutine run

end module states
