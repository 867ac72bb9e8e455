! head: pure_values%cost(y)/(x)
! inputs: n = 3
! inputs: x(3) = 0.5 .. 1.5
! Arguments by VALUE of pure and elemental functions, which say no INTENT: their adjoints, and their derivatives in several directions, must.
module pure_values
  implicit none
  type pair
    real(8) :: a, b
  end type pair
contains
  pure real(8) function square(x)
    real(8), value :: x
    square = x**2
  end function square
  pure function halved(x, n) result(r)
    real(8), value :: x
    integer, value :: n
    real(8) :: r
    do while (n > 0)
      x = x*0.5d0
      n = n - 1
    end do
    r = sin(x)*x
  end function halved
  elemental function scaled(x, s) result(r)
    real(8), value :: x
    real(8), intent(in) :: s
    real(8) :: r
    x = x*s
    r = x**2
  end function scaled
  pure real(8) function norm(p)
    type(pair), value :: p
    p%a = p%a*p%b
    norm = p%a + p%b**2
  end function norm
  subroutine cost(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t(n), s
    integer :: i
    y = 0
    do i = 1, n
      t(i) = scaled(x(i), x(1))
      s = t(i)*x(i)
      y = y + square(s)*halved(s, 2)*s + norm(pair(s, x(i)))
    end do
  end subroutine cost
end module pure_values
