! A function of active arguments whose value carries no derivative.
! head: passive(y)/(x)
subroutine passive(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = steps(x(1))
  y = y + steps(x(2))*x(3)
contains
  function steps(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = 1.d0 + floor(a)
  end function steps
end subroutine passive
