! A contiguous pointer to a part of an argument, as the result of a function.
! head: f(y)/(x)
! inputs: n = 4
! inputs: x(4) = 0.5 .. 1.5
module v
  implicit none
contains
  function view(a, k) result(p)
    real(8), target, contiguous, intent(inout) :: a(:)
    integer, intent(in) :: k
    real(8), pointer, contiguous :: p(:)
    p => a(k:)
  end function
end module
subroutine f(n, x, y)
  use v
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: w(n)
  real(8), pointer :: q(:)
  w = x*x
  q => view(w, 2)
  q(1) = q(1)*x(1)
  y = sum(w**2)
end subroutine
