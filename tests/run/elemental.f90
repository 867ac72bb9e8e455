! Elemental procedures called with arrays and scalars together, with results that are updated, in DO CONCURRENT.
! head: f(x s)\(y)
! inputs: n = 5
module m
  implicit none
contains
  subroutine f(n, x, s, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), s
    real(8), intent(out) :: y
    real(8) :: z(n), w(n, 2), q
    integer :: i
    z = g(x, s) + g(s, x) + g(2.0d0, x)*g(s, s)
    w = g(spread(x, 2, 2), s*x(1))
    call h(z, s, 3.0d0)
    q = s
    call h(q, x(1), s)
    y = sum(z) + sum(w**2) + q
    do concurrent (i = 1:n)
      z(i) = g(x(i), z(i))
    end do
    y = y + sum(g(z(2:n), z(1)))
  end subroutine
  elemental function g(a, c) result(r)
    real(8), intent(in) :: a, c
    real(8) :: r
    r = a*c
    r = r*r + c
    if (r > 1.0d0) r = sqrt(r)
  end function
  elemental subroutine h(a, b, c)
    real(8), intent(inout) :: a
    real(8), intent(in) :: b, c
    a = a*b + c*b**2
    a = a*a
  end subroutine
end module
