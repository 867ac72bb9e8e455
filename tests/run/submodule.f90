! Procedures of a submodule, with and without a header of their own, and one that only the submodule knows.
! head: f(x)\(y)
! inputs: n = 3
module m
  implicit none
  real(8) :: k = 2.0d0
  interface
    module subroutine f(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
    end subroutine
    module function g(t) result(r)
      real(8), intent(in) :: t
      real(8) :: r
    end function
  end interface
end module
submodule (m) impl
  implicit none
contains
  module subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      y = y + g(x(i))
    end do
  end subroutine
  module procedure g
    r = k*t**2 + helper(t)
  end procedure
  real(8) function helper(t)
    real(8), intent(in) :: t
    helper = sin(t)
  end function
end submodule
