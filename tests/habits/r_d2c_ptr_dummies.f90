! run: -b -head "energy(e)/(x)"
! has: energy_b(
! run: -b -fixinterface -head "energy(e)/(x)"
! has: subroutine energy_b(x, xb, k, e, eb, n)
module springs
  implicit none
  real(8), pointer :: gx(:), gk(:), ge(:)
contains
  subroutine energy(x, k, e, n)
    real(8), pointer :: x(:), k(:), e(:)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      e(i) = k(i)*x(i)**2
    end do
  end subroutine
  subroutine genergy(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      ge(i) = gk(i)*gx(i)**2
    end do
  end subroutine
end module
