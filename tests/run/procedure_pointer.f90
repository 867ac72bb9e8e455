! A procedure pointer that points to one of two procedures.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  abstract interface
    real(8) function fun(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  real(8) function sq(t)
    real(8), intent(in) :: t
    sq = t*t
  end function
  real(8) function cu(t)
    real(8), intent(in) :: t
    cu = t**3
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    procedure(fun), pointer :: p
    p => sq
    if (x(1) > 0.7d0) p => cu
    y = p(x(2))*p(x(3))
  end subroutine
end module
