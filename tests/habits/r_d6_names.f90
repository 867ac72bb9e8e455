! run: -b -head "area(loss)/(x)"
! says: `loss` is a local variable of `area`
! says: RT0306
! has: area_b(
! run: -b -head "area(a)/(x,q)"
! says: no variable of `area` named `q`
! has: area_b(
subroutine area(x, a)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: a
  real(8) :: loss
  loss = sum(x**2)
  a = loss
end subroutine
