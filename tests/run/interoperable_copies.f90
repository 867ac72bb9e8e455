! Procedures with binding labels, which the copies in derivative modules do not share; masks of one byte, which wait on the tape.
! head: layers%cost(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module layers
  use, intrinsic :: iso_c_binding, only: dp => c_double, lk => c_bool, c_int
  implicit none
contains
  subroutine fade(n, t, w) bind(c, name="lay_fade")
    integer(c_int), intent(in), value :: n
    real(dp), intent(in) :: t(n)
    real(dp), intent(out) :: w(n)
    w = exp(-t)
  end subroutine fade

  subroutine zones(n, x, low, w) bind(c)
    integer(c_int), intent(in), value :: n
    real(dp), intent(in) :: x(n)
    logical(lk), intent(inout) :: low(n)
    real(dp), intent(out) :: w(n)
    where (low)
      w = x*x
    elsewhere
      w = x
    end where
    low = logical(x > 1.0_dp, lk)
  end subroutine zones

  subroutine cost(x, y)
    real(dp), intent(in) :: x(4)
    real(dp), intent(out) :: y
    logical(lk) :: low(4)
    real(dp) :: w(4), v(4)
    low = logical(x > 0.9_dp, lk)
    call zones(4, x, low, w)
    call fade(4, x*w, v)
    y = sum(w*v, mask=low) + v(1)
  end subroutine cost
end module layers
