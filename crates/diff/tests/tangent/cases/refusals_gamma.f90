! head: g(y)/(x)
! refused: RT0401
subroutine g(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = gamma(x)
end subroutine g
