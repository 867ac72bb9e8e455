! head: c%f(y)/(x)
! inputs: x = 0.5 .. 1.5
! A head that is named by its module, whose body stands in a submodule, and constants that only the submodule knows.
module c
  implicit none
  interface
    module subroutine f(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
    end subroutine
  end interface
end module
submodule (c) cs
  implicit none
  integer, parameter :: n = 2
  real(8), parameter :: eps = 1d-1, w(n) = [2*eps, 3d0]
  enum, bind(c)
    enumerator :: first = 1, second
  end enum
contains
  module procedure f
    real(8) :: t(n)
    t = w*x**2
    y = t(first)*t(second)*eps + sin(x(second))
  end procedure
end submodule
