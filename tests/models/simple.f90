! f(x, y) = x*(-sin(x*y) + y)*4
function f(x, y)
  implicit none
  real(8) :: f, x, y
  f = x*(-sin(x*y) + y)*4.0d0
end function f
