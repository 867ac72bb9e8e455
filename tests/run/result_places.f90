! head: p(x)\(z)
! inputs: x = 0.3 .. 0.9
! The value of a function goes to a pointer, whose target the function reads by another name.
module m
  real(8), target :: g(3)
contains
  function f(a, b) result(r)
    real(8), intent(in) :: a(:), b
    real(8) :: r
    r = 0.5d0*b
    r = r*r + a(1)*a(2) + sum(a)*b
  end function f
  function h(b) result(r)
    real(8), intent(in) :: b
    real(8) :: r
    r = 0.5d0*b
    r = r*r + g(1)*g(2) + sum(g)*b
  end function h
  function v(a, b) result(r)
    real(8), intent(in) :: a(:), b
    real(8) :: r(2)
    r = 0.5d0*b
    r(1) = r(1)*r(2) + a(1)*a(2) + sum(a)*b
  end function v
  subroutine p(x, z)
    real(8), intent(in) :: x
    real(8), intent(out) :: z(4)
    real(8), target :: y(3)
    real(8), pointer :: q, w(:)
    y = [x, 2*x, x*x]
    q => y(2)
    q = f(y, x)
    z(1) = y(2)*y(3)
    y(2) = f(w2(y), q)
    w => y(1:2)
    y(3) = y(3)*f(w, q)
    y(1:2) = v(w, q)
    z(2) = sum(y*y)
    g = y
    q => g(2)
    q = h(x)
    z(3) = g(2)*x
    w => g(2:3)
    w = v(g, q)
    z(4) = dot_product(g, y)
  end subroutine p
  function w2(a) result(r)
    real(8), intent(in) :: a(:)
    real(8) :: r(size(a))
    r = a
    r(2) = sin(a(1))
  end function w2
end module m
