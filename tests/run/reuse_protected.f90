! head: model%f(y)/(x)
! options: -module reuse
! inputs: x = 0.5 .. 1.5
! -module reuse: what a module protects is only read by derivatives: in expressions, as arguments, element by element.
module rates
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), protected :: ea(2) = [1.0_dp, 2.0_dp]
  real(dp), protected :: scale = 0.7_dp
contains
  elemental function arr(e, t) result(r)
    real(dp), intent(in) :: e, t
    real(dp) :: r
    r = exp(-e/t)*scale
  end function arr
  pure real(dp) function weighted(w, t)
    real(dp), intent(in) :: w(:), t
    weighted = sum(w*t**2)
  end function weighted
  pure function all_of(t) result(r)
    real(dp), intent(in) :: t
    real(dp) :: r(2)
    integer :: i
    do i = 1, 2
      r(i) = arr(ea(i), t)*weighted(ea, t)
    end do
  end function all_of
end module rates
module model
  use rates
  implicit none
contains
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = sum(all_of(x)) + weighted(ea, x)*arr(scale, x)
    y = y*y
  end subroutine f
end module model
