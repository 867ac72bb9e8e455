! A PRIVATE library module: its integrator is given a function of another module, and uses a private helper, which is given it too, a private generic, a private
! type with private components, counters and tables that the module keeps to itself.
! head: cost(x,scale)\(c)
module quadrature
  implicit none
  private
  public :: integrate
  integer, parameter :: dp = kind(1.0d0), most = 3
  integer :: ncalls = 0
  real(dp) :: factor = 1.5_dp
  real(dp), protected :: weights(2) = [0.5_dp, 0.5_dp]
  interface half
    module procedure half_number, half_array
  end interface
  type, private :: panel
    private
    real(dp) :: left, width
  end type
contains
  subroutine integrate(f, a, b, s)
    interface
      function f(x) result(y)
        import :: dp
        real(dp), intent(in) :: x
        real(dp) :: y
      end function
    end interface
    real(dp), intent(in) :: a, b
    real(dp), intent(out) :: s
    type(panel) :: p
    real(dp) :: ends(most), w(size(weights))
    integer :: k
    ncalls = ncalls + 1
    w = half(2*weights)
    s = 0
    do k = 1, most
      p%width = (b - a)/most
      p%left = a + (k - 1)*p%width
      ends(k) = factor*half(p%width)
      s = s + ends(k)*(w(1)*rule(f, p) + w(2)*f(p%left))
    end do
  end subroutine
  function rule(f, p) result(r)
    interface
      function f(x) result(y)
        import :: dp
        real(dp), intent(in) :: x
        real(dp) :: y
      end function
    end interface
    type(panel), intent(in) :: p
    real(dp) :: r
    r = f(p%left) + half_number(f(p%left + p%width)*p%left)
  end function
  pure function half_number(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = x/2
  end function
  pure function half_array(x) result(y)
    real(dp), intent(in) :: x(:)
    real(dp) :: y(size(x))
    y = x/2
  end function
end module
module user
  use quadrature
  implicit none
  real(8) :: scale = 2.0d0
contains
  function g(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = scale*x**3 + sin(x)
  end function
  subroutine cost(x, c)
    real(8), intent(in) :: x
    real(8), intent(out) :: c
    call integrate(g, 0.5d0*x, x, c)
  end subroutine
end module
