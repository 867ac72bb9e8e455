! Kinds from the intrinsic modules, and literals and results in them.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
module precisions
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  implicit none
  integer, parameter :: wp = kind(1.0_dp)
end module precisions
real(c_double) function scaled(a, n) bind(c)
  use precisions
  implicit none
  real(c_double), value :: a
  integer(c_int), value :: n
  scaled = a**n/3.0_c_double
end function scaled
module interpolation
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
contains
  real(wp) function cubic(f, x) result(v)
    real(wp), intent(in) :: f(4), x
    integer :: j, k
    real(wp) :: l
    v = 0.0_wp
    do j = 1, 4
      l = 1.0_wp
      do k = 1, 4
        if (k /= j) l = l*(x - k)/real(j - k, wp)
      end do
      v = v + l*f(j)
    end do
  end function cubic
end module interpolation

subroutine top(x, y)
  use precisions
  use interpolation, only: cubic
  implicit none
  real(dp), intent(in) :: x(3)
  real(wp), intent(out) :: y
  integer(int64) :: big
  interface
    real(c_double) function scaled(a, n) bind(c)
      import :: c_double, c_int
      real(c_double), value :: a
      integer(c_int), value :: n
    end function
  end interface
  big = 2_int64**40
  y = scaled(x(1), 3_c_int) + x(2)*real(big, wp)/2.0e12_wp
  y = y + cubic([x(1), x(2), x(3), 0.5_dp*x(1)], x(2)) + log10(x(3)) + 2.0_wp**x(1) + atan2(x(2), x(3))
end subroutine top
