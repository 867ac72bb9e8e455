! Functions whose value goes into a variable that they read by themselves.
! head: total(x)\(e)
! inputs: n = 3
module shared_data
  implicit none
  real(8) :: s, g(3)
contains
  real(8) function scaled(x)
    real(8), intent(in) :: x
    scaled = sin(s*x) + g(1)*g(2)
  end function scaled

  function spread3(x)
    real(8), intent(in) :: x
    real(8) :: spread3(3)
    spread3 = cos(g*x*s)
  end function spread3

  recursive subroutine twice(a, k)
    real(8), intent(in) :: a(3)
    integer, intent(in) :: k
    s = 0.5d0*s + sin(a(1)*g(2)*a(3))
    if (k > 0) call twice(g, k - 1)
  end subroutine twice
end module shared_data

subroutine total(n, x, e)
  use shared_data
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e
  integer :: i
  s = x(1)
  g = x(1:3)
  do i = 1, n
    s = scaled(x(i))
    g(2) = scaled(s)
    g = spread3(x(i))
  end do
  call twice(g, 2)
  e = s + g(3)
end subroutine total
