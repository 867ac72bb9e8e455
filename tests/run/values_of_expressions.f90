! The tangent of `q + 1` is that of `q`, but no more than its value: where the callee changes what `q` leads to, by another argument or in the module,
! it is given a copy.
! head: model(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module m
  implicit none
  integer, parameter :: n = 4
  real(8), target :: g(4)
contains
  function f(v) result(r)
    real(8), intent(in) :: v(n)
    real(8) :: r
    integer :: i
    r = 1.0d0
    do i = 1, n
      r = r*v(i) + v(1)
    end do
  end function f
  subroutine by_module(v, k)
    real(8), intent(in) :: v(n)
    integer, intent(in) :: k
    g(k) = v(1)*v(4)
    g(1) = v(1)*v(2)
  end subroutine by_module
  subroutine by_argument(v, r)
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: r
    if (v(1) > 100.0d0) then
      r = 0.125d0
    else
      r = v(1)*v(4)
    end if
  end subroutine by_argument
end module m

subroutine model(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: t(n)
  real(8), pointer :: q(:), r(:)
  g = x*x
  q => g
  call by_module(q + 1.0d0, 2)
  call by_module(2.0d0 + q(n:1:-1), 3)
  q(2) = f(q(n:1:-1))
  g(1) = f(1.0d0 + q)
  t = g/100.0d0
  r => t
  call by_argument(t(n:1:-1) + 0.125d0, r(4))
  call by_argument(r + 0.125d0, t(1))
  y = sum(t)*g(2)
end subroutine model
