! run: -b
! has: adbinomial_
module run
contains
 subroutine steps(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: u(4), f
  integer :: i
  u = x
  !$AD BINOMIAL-CKP n+1 3 1
  do i = 1, n
   call forcing(i, f)
   u = u + 0.01d0*u**2 + f
  end do
  y = sum(u)
 end subroutine
 subroutine forcing(i, f)
  integer, intent(in) :: i
  real(8), intent(out) :: f
  integer :: k
  ! opened, read and closed in the same turn: running it again gives the same
  open (11, file='forcing.dat', status='old')
  do k = 1, i
   read (11, *) f
  end do
  close (11)
 end subroutine
end module
