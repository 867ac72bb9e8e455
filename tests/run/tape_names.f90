! Variables and procedures with the names of routines of the tape.
! head: waves%energy(y)/(x pushreal8)
! head: uses_stack%f(y)/(x)
module waves
  implicit none
contains
  subroutine energy(x, pushreal8, y)
    real(8), intent(inout) :: x(3)
    real(8), intent(in) :: pushreal8
    real(8), intent(out) :: y
    real(8) :: popreal8array, pushreal8array
    integer :: pushcontrol1b, k
    popreal8array = 0.5d0
    pushreal8array = 1.d0
    pushcontrol1b = 2
    do k = 1, 3
      if (x(k) > popreal8array) then
        pushreal8array = sin(pushreal8array*x(k))
        call damp(x, pushreal8array)
      else
        pushreal8array = pushreal8array*pushreal8*pushcontrol1b
      end if
    end do
    y = pushreal8array*sum(x)
  end subroutine energy
  subroutine damp(x, a)
    real(8), intent(inout) :: x(3)
    real(8), intent(in) :: a
    x = x*x*a
  end subroutine damp
end module waves

module stack_of_values
  implicit none
  private
  public :: pushreal8, popinteger4, top
  real(8), public :: stk(50) = 0
  integer :: top = 0
contains
  subroutine pushreal8(v)
    real(8), intent(in) :: v
    top = top + 1
    stk(top) = v
  end subroutine pushreal8

  integer function popinteger4()
    popinteger4 = top
    top = top - 1
  end function popinteger4
end module stack_of_values

module uses_stack
  use stack_of_values, only: stk, pushreal8, low => popinteger4, top
  implicit none
contains
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    real(8) :: s
    integer :: i, k
    s = x(1)
    top = 0
    i = 0
    do while (i < 4)
      if (s > 0.1d0) call pushreal8(s*x(2))
      s = sin(s)*s + 0.2d0*i
      i = i + 1
    end do
    k = low()
    y(1) = sum(stk(1:top+1)**2)
    y(2) = s*top*k*pushreal8array(s)
  contains
    real(8) function pushreal8array(t)
      real(8), intent(in) :: t
      pushreal8array = t*t + 1
    end function pushreal8array
  end subroutine f
end module uses_stack
