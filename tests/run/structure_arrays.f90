! Structure constructors in array constructors and implied loops, and as actual arguments.
! head: f(x)\(y)
! inputs: n = 4
module m
  implicit none
  type :: vec
    real(8) :: x, y
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(vec) :: v(4), u(2)
    integer :: i
    v = [(vec(x(i)**2, i*x(i)), i = 1, 4)]
    u = [vec(x(1), x(2)), vec(v(3)%x, v(4)%y)]
    y = 0
    do i = 1, 4
      y = y + v(i)%x*v(i)%y
    end do
    y = y + norm(vec(x(1)*x(2), u(2)%x)) + u(1)%y*u(2)%y
  end subroutine
  real(8) function norm(a)
    type(vec), intent(in) :: a
    norm = sqrt(a%x**2 + a%y**2)
  end function
end module
