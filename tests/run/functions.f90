! A function as head, with RESULT, array-valued callee, elemental callee.
! head: total(x)\(total)
! inputs: n = 4
module fs
  implicit none
contains
  function total(n, x) result(t)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: t, y(n)
    y = twice(n, x)
    t = sum(cube(y))*y(1)
  end function total
  function twice(n, x) result(y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: y(n)
    y = 2.0d0*x
    y(n) = y(n)*y(1)
  end function twice
  elemental function cube(t) result(c)
    real(8), intent(in) :: t
    real(8) :: c
    c = t**3
  end function cube
end module fs
