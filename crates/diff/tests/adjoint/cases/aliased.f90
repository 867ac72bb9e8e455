! head: aliased(a y)/(a)
! n = 6
subroutine mul(p, q, r)
  implicit none
  real(8), intent(in) :: p, q
  real(8), intent(out) :: r
  r = p*q*p
end subroutine mul

subroutine aliased(n, idx, a, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: idx(n)
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  do i = 1, n
    a(i) = 2.d0*a(idx(i))*a(i) + a(idx(i))
  end do
  t = a(1)
  call mul(t, t, y)
  call mul(a(1), a(idx(2)), t)
  y = y + t
  a(2:n) = a(1:n-1)*a(2:n)
  a(1:n:2) = a(1:n:2)*y
end subroutine aliased
