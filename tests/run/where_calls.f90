! Functions inside WHERE: array-valued, elemental, in masks and values, in ELSEWHERE.
! head: top(x)\(y)
! inputs: n = 5
! inputs: x = 0.2 .. 0.9
module m_wh
  implicit none
contains
  function smooth(u) result(v)
    real(8), intent(in) :: u(:)
    real(8) :: v(size(u))
    integer :: i
    v(1) = u(1)**2
    do i = 2, size(u)
      v(i) = 0.5d0*(u(i) + u(i - 1)**2)
    end do
  end function smooth
  elemental real(8) function f(a)
    real(8), intent(in) :: a
    f = sqrt(a)*a
  end function f
end module m_wh
subroutine top(n, x, y)
  use m_wh
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  y = x
  where (x > 0.5d0)
    y = smooth(x) + f(x)
  elsewhere (x > 0.3d0)
    y = f(smooth(y))*x
  elsewhere
    y = x**2
  end where
  where (f(x) > 0.3d0) y = y*f(y)
end subroutine top
