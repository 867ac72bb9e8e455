! Functions that make structures and arrays without anything active, in a procedure that is called twice.
! head: cost(x)\(y)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.0
module made
  implicit none
  type grid
    real(8), allocatable :: u(:)
    real(8) :: dx = 0.5d0
  end type grid
contains
  function make(n) result(g)
    integer, intent(in) :: n
    type(grid) :: g
    allocate (g%u(n))
    g%u = 1.0d0
  end function make
  function ramp(n) result(r)
    integer, intent(in) :: n
    real(8), allocatable :: r(:)
    integer :: i
    allocate (r(n))
    r = [(0.1d0*i, i=1, n)]
  end function ramp
  subroutine model(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    type(grid) :: g
    real(8), allocatable :: r(:)
    g = make(n)
    r = ramp(n)
    g%u = g%u*x + g%dx*r
    y = y*sum(g%u**3)*g%dx
  end subroutine model
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = 1
    call model(n, x, y)
    y = sqrt(y)
    call model(n, x, y)
  end subroutine cost
end module made
