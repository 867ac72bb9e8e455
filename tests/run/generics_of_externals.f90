! A generic whose specifics are external functions with interface bodies, as in Numerical Recipes: it may be the only name by which they are known.
! head: cost(t)\(c)
! inputs: t = 0.5 .. 1.5
module m_special
  implicit none
  interface bessel
    function bessel_s(x)
      real(8), intent(in) :: x
      real(8) :: bessel_s
    end function
    function bessel_v(x)
      real(8), intent(in) :: x(:)
      real(8) :: bessel_v(size(x))
    end function
  end interface
  interface swap
    subroutine swap_r(a, b)
      real(8), intent(inout) :: a, b
    end subroutine
  end interface
end module
function bessel_s(x)
  implicit none
  real(8), intent(in) :: x
  real(8) :: bessel_s
  bessel_s = exp(-x)/sqrt(x)
end function
function bessel_v(x)
  implicit none
  real(8), intent(in) :: x(:)
  real(8) :: bessel_v(size(x))
  bessel_v = exp(-x)/sqrt(x)
end function
subroutine swap_r(a, b)
  implicit none
  real(8), intent(inout) :: a, b
  real(8) :: c
  c = a
  a = b
  b = c
end subroutine
module m_wells
  use m_special, only: swap
  implicit none
contains
  function one(t, r)
    use m_special, only: bessel
    real(8), intent(in) :: t, r
    real(8) :: one, m(2,2)
    m(1,1) = bessel(r)
    m(1,2) = -bessel(t*r)
    m(2,2) = 1
    m(2,1) = t
    call swap(m(1,2), m(2,2))
    one = sum(m) + m(2,2)**2
  end function
  function renamed(t, r)
    use m_special, only: k0 => bessel
    real(8), intent(in) :: t, r
    real(8) :: renamed, v(2)
    v = k0([r, t])*k0([1d0, r])
    renamed = k0(r)*t + v(2)*v(1)
  end function
end module
module m_all
  use m_special
contains
  function all_of_it(t, r)
    real(8), intent(in) :: t, r
    real(8) :: all_of_it
    all_of_it = bessel(r)*t + bessel(t) + bessel_s(r)*t**2
  end function
end module
subroutine cost(t, c)
  use m_wells
  use m_all
  implicit none
  real(8), intent(in) :: t
  real(8), intent(out) :: c
  c = one(t, 2d0) + renamed(t, 1.5d0) + all_of_it(t, 0.5d0)
end subroutine
