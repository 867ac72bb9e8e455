! Elementals of structures with a number for all and arrays.
! head: f(x)\(y)
! inputs: x(6) = 0.5 .. 1.5
module m
  implicit none
  type vec
    real(8) :: c
  end type
contains
  elemental type(vec) function smul(s, b)
    real(8), intent(in) :: s
    type(vec), intent(in) :: b
    smul%c = s*b%c
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    type(vec) :: w(6), v(6)
    real(8) :: dt
    dt = 0.5d0
    w%c = x**2
    v = smul(dt, w)
    v = smul(x(1), v)
    y = sum(v%c**2)
  end subroutine
end module
