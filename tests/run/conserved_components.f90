! Finite volumes with several components: GCC 12 vectorises their adjoint wrongly when the element ahead is added to first.
! head: update(q)/(q f)
! head: updated(q)/(q f)
! head: upwards(q)/(q f)
module volumes
  implicit none
  integer, parameter :: nc = 40
  type cell
    real(8) :: rho, mom, ene
  end type
contains
  subroutine update(dtdx, q, f)
    real(8), intent(in) :: dtdx
    type(cell), intent(inout) :: q(nc)
    type(cell), intent(in) :: f(0:nc)
    integer :: i
    do i = 1, nc
      q(i)%rho = q(i)%rho - dtdx*(f(i)%rho - f(i-1)%rho)
      q(i)%mom = q(i)%mom - dtdx*(f(i)%mom - f(i-1)%mom)
      q(i)%ene = q(i)%ene - dtdx*(f(i)%ene - f(i-1)%ene)
    end do
  end subroutine

  subroutine updated(dtdx, q, f)
    real(8), intent(in) :: dtdx
    real(8), intent(inout) :: q(2, nc)
    real(8), intent(in) :: f(2, 0:nc)
    integer :: i
    do i = 1, nc
      q(1, i) = q(1, i) - dtdx*(f(1, i) - f(1, i-1))
      q(2, i) = q(2, i) - dtdx*(f(2, i) - f(2, i-1))
    end do
  end subroutine

  subroutine upwards(dtdx, q, f)
    real(8), intent(in) :: dtdx
    real(8), intent(inout) :: q(2, nc)
    real(8), intent(in) :: f(2, 0:nc)
    integer :: i
    do i = nc, 1, -1
      q(1, i) = q(1, i) - dtdx*(f(1, i) - f(1, i-1))
      q(2, i) = q(2, i) - dtdx*(f(2, i) - f(2, i-1))
    end do
  end subroutine
end module
