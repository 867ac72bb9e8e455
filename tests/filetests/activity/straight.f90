! test: varied, useful, active, derivative
! head: f from x to y
subroutine f(n, x, c, y, w)
  integer, intent(in) :: n
  real(8), intent(in) :: x, c
  real(8), intent(out) :: y, w
  real(8) :: t, u
  integer :: k
  t = x*c          ! varied: x t | useful: x c | active: t | derivative: yes
  u = c*2.0d0      ! varied: x t | useful: t c | active: t
  k = int(x)       ! varied: x t | useful: t u | active: t
  w = t*t          ! varied: x t w | useful: t u | active: t
  y = sin(t) + u*k ! varied: x t w y | useful: t u | active: y | derivative: yes
  t = c            ! varied: x w y | useful: y | active: y
end subroutine f
