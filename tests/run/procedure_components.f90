! A procedure component that only ever points to one procedure.
! head: f(x)\(y)
! inputs: n = 3
module solver
  implicit none
  abstract interface
    function rhs(u) result(r)
      real(8), intent(in) :: u(:)
      real(8) :: r(size(u))
    end function
  end interface
  type :: problem
    procedure(rhs), pointer, nopass :: f => null()
    real(8) :: dt = 0.1d0
  end type
contains
  function lin(u) result(r)
    real(8), intent(in) :: u(:)
    real(8) :: r(size(u))
    r = -u*u
  end function
  subroutine step(p, u)
    type(problem), intent(in) :: p
    real(8), intent(inout) :: u(:)
    u = u + p%dt*p%f(u)
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(problem) :: p
    real(8) :: u(n)
    integer :: i
    p%f => lin
    u = x
    do i = 1, 3
      call step(p, u)
    end do
    y = sum(u**2)
  end subroutine
end module
