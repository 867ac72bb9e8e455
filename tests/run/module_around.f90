! An external procedure that uses the module in which its interface body stands.
! head: cost(y)/(x)
! inputs: x(3) = 0.5 .. 1.5
! head: apart(x)\(y)
! inputs: x(3) = 0.5 .. 1.5
module column
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  real(wp), public :: flux(3)
contains
  subroutine cost(x, y)
    interface
      subroutine shear(x, extra)
        import :: wp
        real(wp), intent(in) :: x(3)
        real(wp), intent(in), optional :: extra(3)
      end subroutine shear
    end interface
    real(wp), intent(in) :: x(3)
    real(wp), intent(out) :: y
    call shear(x)
    y = sum(flux*x)
    call shear(x, 0.5_wp*x)
    y = y + flux(2)
  end subroutine cost
end module column

! The shear production, which is
! described here at length.
subroutine shear(x, extra)
  ! more about it
  use column, only: flux, wp
  implicit none
  real(wp), intent(in) :: x(3)
  real(wp), intent(in), optional :: extra(3)
  flux = x**2
  if (present(extra)) flux = flux + extra
end subroutine shear

! The same without a module, and a function: what only the value needs is a copy, and is called with the interface that it asks for.
subroutine apart(x, y)
  implicit none
  interface
    function weight(n, half) result(w)
      integer, intent(in) :: n
      logical, intent(in), optional :: half
      real(8) :: w
    end function weight
    subroutine blend(x, y, with)
      real(8), intent(in) :: x(3)
      real(8), intent(inout) :: y
      real(8), intent(in), optional :: with
    end subroutine blend
  end interface
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: k
  y = 0.0d0
  do k = 1, 3
    y = y*weight(k) + x(k)*weight(k, .true.)
    call blend(x, y)
    if (k > 1) call blend(x, y, x(k))
  end do
end subroutine apart

function weight(n, half) result(w)
  implicit none
  integer, intent(in) :: n
  logical, intent(in), optional :: half
  real(8) :: w
  w = n
  if (present(half)) w = 0.5d0*w
end function weight

subroutine blend(x, y, with)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: y
  real(8), intent(in), optional :: with
  y = y*y*x(1)*0.1d0
  if (present(with)) y = y + with
end subroutine blend
