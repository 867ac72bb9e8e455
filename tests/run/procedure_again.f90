! A procedure pointer component that is associated again in every turn.
! head: quadratures%total(s)/(a b c)
! inputs: a = 0 .. 0.5
! inputs: b = 1 .. 2
module quadratures
  implicit none
  integer, parameter :: dp = kind(1d0)
  abstract interface
    pure real(dp) function integrand(x, par)
      import dp
      real(dp), intent(in) :: x, par(:)
    end function
  end interface
  type rule
    integer :: n
    real(dp), allocatable :: x(:), w(:)
    procedure(integrand), pointer, nopass :: f => null()
  end type
contains
  function gauss(n) result(r)
    integer, intent(in) :: n
    type(rule) :: r
    integer :: i, j
    real(dp) :: z, p0, p1, p2, dpz
    allocate(r%x(n), r%w(n))
    r%n = n
    do i = 1, n
      z = cos(acos(-1._dp)*(i - 0.25_dp)/(n + 0.5_dp))
      do
        p1 = 1; p2 = 0
        do j = 1, n
          p0 = p2; p2 = p1
          p1 = ((2*j - 1)*z*p2 - (j - 1)*p0)/j
        end do
        dpz = n*(z*p1 - p2)/(z*z - 1)
        z = z - p1/dpz
        if (abs(p1/dpz) < 1e-14_dp) exit
      end do
      r%x(i) = z
      r%w(i) = 2/((1 - z*z)*dpz**2)
    end do
  end function
  pure real(dp) function planck(x, par)
    real(dp), intent(in) :: x, par(:)
    planck = x**3/(exp(x*par(1)) - 1 + par(2))
  end function
  pure real(dp) function bessel(x, par)
    real(dp), intent(in) :: x, par(:)
    bessel = bessel_j0(x*par(1)) + bessel_jn(2, x)*erf(par(2))
  end function
  real(dp) function apply(r, lo, hi, par)
    type(rule), intent(in) :: r
    real(dp), intent(in) :: lo, hi, par(:)
    integer :: i
    apply = 0
    do i = 1, r%n
      apply = apply + r%w(i)*r%f(0.5_dp*(lo + hi) + 0.5_dp*(hi - lo)*r%x(i), par)
    end do
    apply = apply*(hi - lo)/2
  end function
  subroutine total(a, b, c, s)
    real(dp), intent(in) :: a, b, c(2)
    real(dp), intent(out) :: s
    type(rule) :: r
    integer :: k
    s = 0
    do k = 3, 5
      r = gauss(k)
      if (mod(k, 2) == 0) then
        r%f => planck
      else
        r%f => bessel
      end if
      s = s + apply(r, a, b, c + 0.5_dp)
    end do
  end subroutine
end module
