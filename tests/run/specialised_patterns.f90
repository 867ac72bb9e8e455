! head: top(x)\(y)
! inputs: n=3
! options: -specializeactivity %all%
subroutine top(n, x, c, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c(n)
  real(8), intent(out) :: y
  real(8) :: a, b, w(n)
  call mix(n, x, c, a)
  call mix(n, c, x, b)
  w = x*a
  call mix(n, w, x, y)
  y = y + a*b
  call mix(n, c, c, a)
  y = y*a
end subroutine top
subroutine mix(n, u, v, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), v(n)
  real(8), intent(out) :: r
  real(8), external :: f
  integer :: i
  r = 0
  do i = 1, n
    r = r + f(u(i), v(i))*u(i)
  end do
end subroutine mix
real(8) function f(p, q)
  implicit none
  real(8), intent(in) :: p, q
  f = sin(p)*q**2
end function f
