! head: waves%energy(y)/(x pushreal8)
! Variables with the names of routines of the tape.
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
