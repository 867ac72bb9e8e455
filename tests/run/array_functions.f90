! Array-valued and elemental functions inside expressions: extents from dummies, from parameters, from the arguments' shapes.
! head: chain(x)\(cost)
! inputs: n = 5
module array_functions
  implicit none
  integer, parameter :: half = 2
contains
  subroutine chain(n, x, cost)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: cost
    real(8) :: y(n)
    integer :: i
    cost = 0.0d0
    y = x
    do i = 1, 3
      y = 0.5d0*shifted(n, y*square(x)) + pair(x(i))
      cost = cost + sum(shifted(m=n, v=square(y)))*i
    end do
    cost = cost + dot_product(y, like(x + y))
  end subroutine chain
  function shifted(m, v) result(w)
    integer, intent(in) :: m
    real(8), intent(in) :: v(m)
    real(8) :: w(m)
    w = cshift(v, 1)*v
  end function shifted
  function pair(t) result(w)
    real(8), intent(in) :: t
    real(8) :: w(2*half + 1)
    integer :: k
    do k = 1, 2*half + 1
      w(k) = sin(k*t)
    end do
  end function pair
  function like(v) result(w)
    real(8), intent(in) :: v(:)
    real(8) :: w(size(v))
    w = v*v
  end function like
  elemental function square(t) result(s)
    real(8), intent(in) :: t
    real(8) :: s
    s = t*t
  end function square
end module array_functions
