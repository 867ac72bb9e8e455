! Allocatable variables that need not be there: of a module, of the caller, passed.
! head: absent_variables%main(x)\(y)
! inputs: n = 1 .. 3
! inputs: x(3) = 0.5 .. 1.5
module absent_variables
  implicit none
  real(8), allocatable :: tracer(:), u(:)
contains
  subroutine step(w)
    real(8), intent(inout) :: w
    u = u*u*w
    if (allocated(tracer)) tracer = tracer*tracer*w + u(1)
    w = w*u(2)
  end subroutine
  subroutine stepd(w, t)
    real(8), intent(inout) :: w
    real(8), allocatable, intent(inout) :: t(:)
    if (allocated(t)) t = t*t*w + u(1)
    w = w*u(2)
  end subroutine
  subroutine main(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: w
    real(8), allocatable :: t(:)
    integer :: k
    if (allocated(u)) deallocate (u)
    if (allocated(tracer)) deallocate (tracer)
    allocate (u(3))
    u = x
    w = x(1)
    if (n > 1) then
      allocate (tracer(3))
      tracer = x
    end if
    if (n /= 2) then
      allocate (t(2))
      t = x(2:3)
    end if
    do k = 1, 3
      call step(w)
      call stepd(w, t)
    end do
    y = w + sum(u)
    if (allocated(tracer)) y = y + sum(tracer)
    if (allocated(t)) y = y + sum(t)
  end subroutine
end module absent_variables
