! Parts of arrays as arguments: sections, what vector subscripts select, packed values.
! head: top(x)\(y)
! inputs: n = 4
module m
  implicit none
contains
  subroutine part(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    a(1) = b(2)*b(1)
  end subroutine
  real(8) function g(a)
    real(8), intent(in) :: a(:)
    g = sum(a**2)
  end function
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: w(n)
    w = x
    call part(w(1:2), w(3:4), 2)
    call part(w(2:3), x(1:2), 2)
    y = g(w(1:n:2)) + g(w([1, 3])) + g(pack(w, w > 0.2d0))
  end subroutine
end module
