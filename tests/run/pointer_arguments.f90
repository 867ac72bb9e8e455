! Module pointers handed to a procedure that reaches them by itself, too, and one without derivative, all with bounds of their own.
! head: flux%start(x u)\(y)
! inputs: n = 5
module rotations
  implicit none
  real(8), pointer :: rotx(:), roty(:), still(:)
end module rotations
module flux
  use rotations
  implicit none
contains
  subroutine upwind(n, u, y)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      call state(u(i), roty, y(i))
      call state(u(i), rotx, y(i))
      call state(u(i), still, y(i))
    end do
  contains
    subroutine state(v, r, w)
      real(8), intent(in) :: v
      real(8), pointer :: r(:)
      real(8), intent(inout) :: w
      w = v*r(i - 1)*rotx(i) + w*v
    end subroutine state
  end subroutine upwind

  subroutine start(n, x, u, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n), u(n)
    real(8), intent(out) :: y(n)
    allocate (rotx(0:n), roty(0:n), still(0:n))
    rotx = x**2
    roty = 2*x
    still = 3
    y = 1
    call upwind(n, u, y)
    deallocate (rotx, roty, still)
  end subroutine start
end module flux
