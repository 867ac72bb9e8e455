! FINAL beside a pointer to a procedure.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m48
  implicit none
  type :: solver
    procedure(rhs_i), pointer, nopass :: rhs => null()
    real(8), allocatable :: k(:,:)
    integer :: steps = 0
  contains
    procedure :: step
    final :: done
  end type
  abstract interface
    function rhs_i(t, u) result(r)
      real(8), intent(in) :: t, u(:)
      real(8) :: r(size(u))
    end function
  end interface
contains
  subroutine done(this)
    type(solver), intent(inout) :: this
    this%steps = -1
  end subroutine
  subroutine step(this, t, u, h)
    class(solver), intent(inout) :: this
    real(8), intent(inout) :: t, u(:)
    real(8), intent(in) :: h
    if (.not. allocated(this%k)) allocate(this%k(size(u), 2))
    this%k(:, 1) = this%rhs(t, u)
    this%k(:, 2) = this%rhs(t + h, u + h*this%k(:, 1))
    u = u + 0.5d0*h*sum(this%k, dim=2)
    t = t + h
    this%steps = this%steps + 1
  end subroutine
  function lotka(t, u) result(r)
    real(8), intent(in) :: t, u(:)
    real(8) :: r(size(u))
    r(1) = u(1)*(1 - u(2)) + 0.1d0*t
    r(2) = u(2)*(u(1) - 1)
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(solver) :: s
    real(8) :: t
    s%rhs => lotka
    y = x(1:2)
    t = x(3)
    do while (s%steps < 3)
      call s%step(t, y, x(4)*0.1d0)
    end do
    y(1) = y(1)*t
  end subroutine
end module
