! Operators on structures of one array: two arguments that may be one structure; structures in parentheses.
! head: go(x)\(y)
module vec_ops
  implicit none
  type vec3
    real(8) :: c(3) = 0
  end type
  interface operator(*)
    module procedure scale_l, dot
  end interface
  interface operator(.x.)
    procedure cross
  end interface
  interface operator(-)
    procedure sub
  end interface
contains
  elemental function scale_l(a, v) result(r)
    real(8), intent(in) :: a
    type(vec3), intent(in) :: v
    type(vec3) :: r
    r%c = a*v%c
  end function
  elemental function dot(u, v) result(r)
    type(vec3), intent(in) :: u, v
    real(8) :: r
    r = u%c(1)*v%c(1) + u%c(2)*v%c(2) + u%c(3)*v%c(3)
  end function
  elemental function cross(u, v) result(r)
    type(vec3), intent(in) :: u, v
    type(vec3) :: r
    r%c = cshift(u%c, 1)*cshift(v%c, -1) - cshift(u%c, -1)*cshift(v%c, 1)
  end function
  elemental function sub(u, v) result(r)
    type(vec3), intent(in) :: u, v
    type(vec3) :: r
    r = vec3(u%c - v%c)
  end function
end module
subroutine go(x, y)
  use vec_ops
  implicit none
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y
  type(vec3) :: p(3), f
  real(8) :: d(3)
  integer :: i, j
  do i = 1, 3
    p(i) = vec3(x(3*i-2:3*i))
  end do
  y = 0
  do i = 1, 3
    do j = i + 1, 3
      f = p(i) - p(j)
      y = y + 1/sqrt(f*f + 0.1d0)
    end do
  end do
  f = 2d0*(p(1) .x. p(2))
  do i = 1, 3
    d(i) = p(i)*p(i)
  end do
  y = y + f*p(3) + sum(d)
  y = y + p(1)%c(2)*p(3)%c(2)**2
end subroutine
