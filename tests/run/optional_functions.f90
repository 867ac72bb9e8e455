! Functions with optional arguments and keywords.
! head: f(x s)\(y)
! inputs: n = 3
module m
  implicit none
contains
  subroutine f(n, x, s, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), s
    real(8), intent(out) :: y
    y = h(x(1)) + h(x(2), w=s) + h(w=s, a=x(3))
  end subroutine
  real(8) function h(a, w)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: w
    real(8) :: v
    v = 2.0d0
    if (present(w)) v = w
    h = a*v
  end function
end module
