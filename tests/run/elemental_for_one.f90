! The value of an elemental function that is called for one number, and is used behind the loop on the directions.
! inputs: x = 0.5 .. 1.5
! head: flux(x)\(y)
module elemental_for_one
  implicit none
contains
  elemental real(8) function psi(z)
    real(8), intent(in) :: z
    if (z < 1) then
      psi = log(1 - z/2)
    else
      psi = -5*z
    end if
  end function

  subroutine flux(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: ustar
    integer :: i
    ustar = x/(10 - psi(x))
    do i = 1, 2
      ustar = ustar/(3 - psi(ustar*x))
    end do
    y = ustar*x
  end subroutine
end module
