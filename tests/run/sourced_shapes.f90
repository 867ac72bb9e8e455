! ALLOCATE with SOURCE= gives values to what has just got their shape: the array of a module keeps it, and adjoints record no other. A component of what
! is INTENT(OUT) has no allocation to keep.
! head: sourced_shapes%run(x)\(y)
! inputs: n = 4
! inputs: x = 0.5 .. 1.5
module sourced_shapes
  implicit none
  real(8), allocatable, save :: w(:), v(:, :)
  type :: optics
    real(8), allocatable :: tau(:)
  end type
contains
  subroutine thin(x, o)
    real(8), intent(in) :: x(:)
    type(optics), intent(out) :: o
    o%tau = x*x
  end subroutine

  subroutine run(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(optics) :: o
    if (allocated(w)) deallocate (w)
    allocate (w(n), source=x)
    w(1) = w(1)*w(n)
    if (allocated(v)) deallocate (v)
    allocate (v, source=spread(w, 2, 2))
    v = v*v
    call thin(x, o)
    call thin(w, o)
    y = sum(w**2) + sum(v)*o%tau(2)
  end subroutine
end module sourced_shapes
