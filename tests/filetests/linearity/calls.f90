! Classes and degrees through calls: functions, subroutines, module variables, recursion, expressions as arguments.
! test: linear, nonlinear, degree
module m
  real(8) :: g
contains
  subroutine scale(x, y) ! linear: y<x | degree: y<x^1
    real(8) :: x, y
    y = 2*x
  end subroutine scale

  function square(x) result(r) ! nonlinear: r<x | degree: r<x^2
    real(8) :: x, r
    r = x*x
  end function square

  subroutine keep(x) ! linear: g<x | degree: g<x^1
    real(8) :: x
    g = x
  end subroutine keep

  subroutine caller(a, b, c, d) ! linear: b<a g<a d<a d<g | nonlinear: c<a c<b | degree: b<a^1 c<a^4 d<a^1 g<a^1
    real(8) :: a, b, c, d
    call scale(a, b)
    c = square(b)*square(a + 1)
    call keep(a)
    d = g
  end subroutine caller

  recursive subroutine deep(n, x) ! nonlinear: x<x | degree: x<x^*
    integer :: n
    real(8) :: x
    if (n > 0) then
      x = x*x
      call deep(n - 1, x)
    end if
  end subroutine deep

  recursive subroutine shallow(n, x) ! linear: x<x | degree: x<x^1
    integer :: n
    real(8) :: x
    if (n > 0) then
      x = 3*x + 1
      call shallow(n - 1, x)
    end if
  end subroutine shallow
end module m
