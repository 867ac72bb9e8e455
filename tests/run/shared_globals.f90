! A module variable that is an argument too: what is only read may be reached both ways.
! head: total(x)\(e)
! inputs: n = 5
module shared_data
  implicit none
  integer, parameter :: most = 20
  real(8) :: g(most), s
end module shared_data

subroutine total(n, x, e)
  use shared_data
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e
  real(8) :: c(20), t
  common /block/ c, t
  g(1:n) = x**2
  g(n+1:) = 1.0d0
  s = x(1)
  c(1:n) = sin(x)
  c(n+1:) = 0.5d0
  t = x(2)
  e = 0.0d0
  call use_module(n, g, s, e)
  call use_module(n, g(3), g(1), e)
  call use_block(n, c, t, e)
  call use_block(n, c(2), c(3), e)
end subroutine total

subroutine use_module(n, a, b, e)
  use shared_data
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b
  real(8), intent(inout) :: e
  integer :: i
  do i = 1, n
    e = e + a(i)*g(i)*b + s*a(1)
  end do
end subroutine use_module

subroutine use_block(n, a, b, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*), b
  real(8), intent(inout) :: e
  real(8) :: c(20), t
  common /block/ c, t
  integer :: i
  do i = 1, n
    e = e + a(i)*c(i)*b + t*a(1)
  end do
end subroutine use_block
