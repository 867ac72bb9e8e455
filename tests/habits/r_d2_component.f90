! run: -b -head "springs%energy(p%e)/(p%x)"
! has: energy_b(
! lacks: k:
! only p%x is an independent: p%k is a constant of the problem
module springs
  implicit none
  type :: spring
    real(8), pointer :: x(:), k(:), e(:)
  end type
contains
  subroutine energy(p, n)
    type(spring), pointer :: p
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      p%e(i) = p%k(i)*p%x(i)**2
    end do
  end subroutine
  subroutine energy2(p, n)
    type(spring), intent(inout) :: p
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      p%e(i) = p%k(i)*p%x(i)**2
    end do
  end subroutine
end module
