! run: -b -pointers distinct
! lacks: pushreal8
module m
  implicit none
  type :: t
    real(8), pointer :: x(:,:), y(:,:), e(:,:)
  end type
contains
subroutine f(n, p)
  integer, intent(in) :: n
  type(t), pointer :: p
  integer :: i
!$AD II-LOOP
  do i = 1, n
    p%e(:,i) = p%x(:,i)**2
  end do
end subroutine
end module
