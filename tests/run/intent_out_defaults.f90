! Arrays of structures whose components begin with values, as INTENT(OUT) arguments: they begin anew in every call.
! head: added(x)\(y)
! inputs: x(2) = 0.5 .. 1.5
! head: multiplied(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module sums_from_zero
  implicit none
  type vec
    real(8) :: c = 0
  end type
contains
  subroutine acc(x, v)
    real(8), intent(in) :: x(2)
    type(vec), intent(out) :: v(:)
    integer :: i
    do i = 1, 2
      v(1)%c = v(1)%c + x(i)**2
    end do
  end subroutine
  subroutine added(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(vec) :: v(2)
    integer :: it
    y = 0
    do it = 1, 2
      call acc(x*it, v)
      y = y + v(1)%c**2
    end do
  end subroutine
end module

module products_from_one
  implicit none
  type t
    real(8) :: a = 1d0
  end type
contains
  subroutine cum(r, x)
    type(t), intent(out) :: r(2)
    real(8), intent(in) :: x(4)
    integer :: i
    do i = 1, 4
      r(1)%a = r(1)%a*x(i)
    end do
  end subroutine
  subroutine multiplied(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(t) :: r(2)
    call cum(r, x)
    y = r(1)%a**2
  end subroutine
end module
