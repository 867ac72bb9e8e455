! options: -module reuse
! inputs: n = 4
! head: column_model%run(t, k)\(cost)
! Modules of derivatives that use the originals: what these keep to themselves and derivatives call stands there again, or is called through objects.
module air
  implicit none
  private
  public :: dp, profile, saturation
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: e0 = 0.6_dp

  type :: profile
    real(dp), allocatable :: t(:)
  contains
    procedure :: fill => profile_fill
    procedure, private :: add_scaled
    procedure, private :: mean_of, weighted_mean
    generic :: operator(+) => add_scaled
    generic :: mean => mean_of, weighted_mean
  end type profile

  interface saturation
    module procedure saturation_here, saturation_of
  end interface saturation
contains
  subroutine profile_fill(self, t)
    class(profile), intent(inout) :: self
    real(dp), intent(in) :: t(:)
    self%t = smoothed(t)
  end subroutine profile_fill

  function add_scaled(a, b) result(c)
    class(profile), intent(in) :: a
    type(profile), intent(in) :: b
    type(profile) :: c
    c%t = a%t + 0.5_dp*b%t
  end function add_scaled

  pure function mean_of(self) result(m)
    class(profile), intent(in) :: self
    real(dp) :: m
    m = sum(self%t**2)/size(self%t)
  end function mean_of

  pure function weighted_mean(self, w) result(m)
    class(profile), intent(in) :: self
    real(dp), intent(in) :: w(:)
    real(dp) :: m
    m = sum(w*self%t)/sum(w)
  end function weighted_mean

  pure function smoothed(t) result(s)
    real(dp), intent(in) :: t(:)
    real(dp) :: s(size(t))
    integer :: i
    s = t
    do i = 2, size(t) - 1
      s(i) = filter(t(i-1:i+1))
    end do
  end function smoothed

  pure function filter(v) result(f)
    real(dp), intent(in) :: v(3)
    real(dp) :: f
    f = 0.25_dp*(v(1) + v(3)) + 0.5_dp*v(2)**2
  end function filter

  elemental function saturation_here(t) result(e)
    real(dp), intent(in) :: t
    real(dp) :: e
    e = e0*exp(t)
  end function saturation_here

  pure function saturation_of(p) result(e)
    type(profile), intent(in) :: p
    real(dp) :: e
    e = sum(saturation_here(p%t))
  end function saturation_of
end module air

module column_model
  use air
  implicit none
  private
  public :: run
contains
  subroutine run(n, t, k, cost)
    integer, intent(in) :: n
    real(dp), intent(in) :: t(n), k
    real(dp), intent(out) :: cost
    type(profile) :: p, q
    integer :: step
    call p%fill(t)
    cost = 0
    do step = 1, 3
      call diffused(p%t, k, q)
      p = p + q
      cost = cost + saturation(p) + misfit(p, k)
    end do
    cost = cost + saturation(cost)*p%mean() + p%mean(t)
  end subroutine run

  subroutine diffused(t, k, q)
    real(dp), intent(in) :: t(:), k
    type(profile), intent(inout) :: q
    real(dp) :: d(size(t))
    d = k*(cshift(t, 1) - t)
    call q%fill(d*t)
  end subroutine diffused

  pure function misfit(p, k) result(m)
    type(profile), intent(in) :: p
    real(dp), intent(in) :: k
    real(dp) :: m
    m = k*sum((p%t - 1)**2)
  end function misfit
end module column_model
