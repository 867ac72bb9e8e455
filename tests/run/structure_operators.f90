! Structure constructors as operands of defined operators.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  type :: vec
    real(8) :: x, y
  end type
  interface operator(+)
    module procedure addv
  end interface
  interface operator(.dot.)
    module procedure dotv
  end interface
contains
  pure function addv(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = vec(a%x + b%x, a%y + b%y)
  end function
  pure real(8) function dotv(a, b)
    type(vec), intent(in) :: a, b
    dotv = a%x*b%x + a%y*b%y
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(vec) :: a, s
    integer :: i
    s = vec(0.0d0, 1.0d0)
    do i = 1, n
      a = vec(x(i), x(i)**2)
      s = s + a
      s = s + vec(x(i)*s%y, 1.0d0)
    end do
    y = s .dot. a
  end subroutine
end module
