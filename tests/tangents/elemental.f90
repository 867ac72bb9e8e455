! head: interp_mod%interp(y)/(x w)
! inputs: n = 6
module interp_mod
  implicit none
  integer, parameter :: dp = kind(1.d0)
  real(dp), parameter :: half = 0.5_dp
  type, public :: knot
    real(dp) :: pos(2)
    real(dp), allocatable :: coef(:)
  end type
contains
  pure elemental function bump(t) result(r)
    real(dp), intent(in) :: t
    real(dp) :: r
    if (t > half) then
      r = exp(-t)*t
    else
      r = t**2
    end if
  end function
  elemental subroutine relax(a, b)
    real(dp), intent(inout) :: a
    real(dp), intent(in) :: b
    a = a*b + half
  end subroutine
  function weights(n, x) result(w)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp) :: w(n)
    w = x/sum(x)
  end function
  subroutine interp(n, x, w, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(inout) :: w
    real(dp), intent(out) :: y(n)
    type(knot) :: k
    real(dp) :: v(n), q
    integer :: i
    allocate (k%coef(n))
    k%coef = weights(n, x)
    k%pos(1) = w
    k%pos(2) = w*x(1)
    v = bump(x)*k%coef
    call relax(v, x)
    q = w
    call relax(q, x(2))
    do concurrent (i = 1:n)
      y(i) = v(i)*k%pos(1) + q*k%pos(2)
    end do
    where (y > 0.8_dp)
      y = y - 0.1_dp*y**2
    elsewhere (y > 0.2_dp)
      y = y*1.5_dp
      y = y*w
    elsewhere
      y = sin(y)
    end where
    forall (i = 1:n - 1) y(i) = y(i)*x(i + 1)
    w = maxval(y) + minval(x) + norm2(x)
    deallocate (k%coef)
  end subroutine
end module
