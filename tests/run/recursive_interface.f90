! A recursive function outside of modules, known by its interface.
! head: f(y)/(x)
! inputs: x(2) = 0.5 .. 1.5
recursive function power(b, n) result(p)
  implicit none
  real(8), intent(in) :: b
  integer, intent(in) :: n
  real(8) :: p
  if (n <= 0) then
    p = 1.d0
  else
    p = b*power(b, n-1) + sin(b)
  end if
end function
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  interface
    recursive function power(b, n) result(p)
      real(8), intent(in) :: b
      integer, intent(in) :: n
      real(8) :: p
    end function
  end interface
  y = power(x(1), 4)*power(x(2), 2)
end subroutine f
