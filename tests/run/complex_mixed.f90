! Real values inside complex expressions, and complex ones inside real.
! head: mixed(z w a)\(z w e)
! inputs: n = 4
subroutine mixed(n, z, w, a, e)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(inout) :: z(n), w(n)
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: e
  complex(8) :: t
  integer :: i
  e = 0.0d0
  do i = 1, n
    z(i) = a(i)*dble(z(i))
    t = sin(a(i))*aimag(w(i)) + z(i)*abs(w(i))
    w(i) = t*exp(dble(t)) + max(a(i), dble(z(i)))*conjg(w(i))
    e = e + real(t*conjg(t)) + aimag(w(i)**2)*sqrt(a(i)**2 + 1.0d0)
  end do
  z(1) = sum(a)*dble(w(2)) + dot_product(a, a)
  w = dble(w)*a + z
end subroutine mixed
