! head: g(y)/(x)
! refused: RT0401
subroutine g(x, y)
  implicit none
  real(16), intent(in) :: x(3)
  real(16), intent(out) :: y
  y = gamma(x(1)) + sum(x)
end subroutine g
