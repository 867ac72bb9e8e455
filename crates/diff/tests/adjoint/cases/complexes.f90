! head: complexes(y w)/(z x)
! n = 3
subroutine complexes(n, z, x, y, w)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(in) :: z(n)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  complex(8), intent(out) :: w
  complex(8) :: t
  integer :: i
  t = cmplx(x, 2.d0*x, kind=8)
  do i = 1, n
    t = t*z(i) + conjg(z(i))*x
    t = exp(t*(0.1d0, 0.2d0)) + z(i)**2
  end do
  y = real(t)*aimag(t) + abs(t)
  w = t/(2.d0 + z(1)) + x
end subroutine complexes
