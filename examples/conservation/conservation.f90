! Water flooding of an oil reservoir along one line: the Buckley-Leverett equation
!
!     phi ds/dt + d f(s)/dx = q(x),    f(s) = s^2 / (s^2 + m (1 - s)^2)
!
! for the water saturation s. Finite volumes, second order in space (limited slopes) and in time (Heun).
module conservation
  implicit none
  private
  public :: simulate

  integer, parameter, public :: dp = kind(1.0d0)

  real(dp), parameter :: porosity = 0.25_dp
  real(dp), parameter :: theta = 1.5_dp          ! 1: minmod, 2: least dissipative
  real(dp), parameter :: residual_water = 0.02_dp
  real(dp), parameter :: residual_oil = 0.05_dp
  real(dp), parameter :: tiny_slope = 1.0e-12_dp

contains

  ! Fraction of the flow that is water.
  pure function fractional_flow(s, mobility) result(f)
    real(dp), intent(in) :: s, mobility
    real(dp) :: f
    real(dp) :: water, oil
    water = s*s
    oil = mobility*(1.0_dp - s)**2
    f = water/(water + oil)
  end function fractional_flow

  ! Its derivative with respect to the saturation: the speed of a small disturbance.
  pure function wave_speed(s, mobility) result(a)
    real(dp), intent(in) :: s, mobility
    real(dp) :: a
    real(dp) :: total
    total = s*s + mobility*(1.0_dp - s)**2
    a = 2.0_dp*mobility*s*(1.0_dp - s)/total**2
  end function wave_speed

  ! The smallest of the three slopes where they agree in sign, zero elsewhere.
  pure function limited_slope(left, centre, right) result(slope)
    real(dp), intent(in) :: left, centre, right
    real(dp) :: slope
    real(dp) :: least
    if (left*right > tiny_slope) then
      least = min(theta*abs(left), abs(centre), theta*abs(right))
      slope = sign(least, centre)
    else
      slope = 0.0_dp
    end if
  end function limited_slope

  ! What flows out of each cell less what flows in, and the sources.
  subroutine rates(n, dx, s, inflow, mobility, wells, r)
    integer, intent(in) :: n
    real(dp), intent(in) :: dx, s(n), inflow, mobility, wells(n)
    real(dp), intent(out) :: r(n)
    real(dp) :: slope(n), flux(0:n)
    real(dp) :: left, right, speed
    integer :: i

    slope(1) = 0.0_dp
    slope(n) = 0.0_dp
    do i = 2, n - 1
      slope(i) = limited_slope(s(i) - s(i - 1), 0.5_dp*(s(i + 1) - s(i - 1)), s(i + 1) - s(i))
    end do

    ! water is injected on the left, the right end is open
    flux(0) = inflow
    do i = 1, n - 1
      left = s(i) + 0.5_dp*slope(i)
      right = s(i + 1) - 0.5_dp*slope(i + 1)
      speed = max(abs(wave_speed(left, mobility)), abs(wave_speed(right, mobility)))
      flux(i) = 0.5_dp*(fractional_flow(left, mobility) + fractional_flow(right, mobility)) &
        & - 0.5_dp*speed*(right - left)
    end do
    flux(n) = fractional_flow(s(n), mobility)

    do i = 1, n
      r(i) = (flux(i - 1) - flux(i))/(porosity*dx)
      ! a well injects water, or produces what is there
      if (wells(i) >= 0.0_dp) then
        r(i) = r(i) + wells(i)
      else
        r(i) = r(i) + wells(i)*fractional_flow(s(i), mobility)
      end if
    end do
  end subroutine rates

  ! Saturations stay between what cannot be displaced.
  subroutine clip(n, s)
    integer, intent(in) :: n
    real(dp), intent(inout) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = min(max(s(i), residual_water), 1.0_dp - residual_oil)
    end do
  end subroutine clip

  ! Runs nt steps from the saturation s0, and measures how far the water cut at the open end is from the observed one.
  subroutine simulate(n, nt, dx, dt, s0, inflow, mobility, wells, observed, s, cost)
    integer, intent(in) :: n, nt
    real(dp), intent(in) :: dx, dt
    real(dp), intent(in) :: s0(n)          ! initial saturation
    real(dp), intent(in) :: inflow         ! water fraction of what is injected
    real(dp), intent(in) :: mobility       ! viscosity of water over viscosity of oil
    real(dp), intent(in) :: wells(n)       ! rates of the wells, negative for producers
    real(dp), intent(in) :: observed(nt)   ! water cut measured at the end of each step
    real(dp), intent(out) :: s(n)          ! final saturation
    real(dp), intent(out) :: cost
    real(dp) :: stage(n), r(n)
    real(dp) :: cut, misfit
    integer :: i, step

    s = s0
    call clip(n, s)
    cost = 0.0_dp
    do step = 1, nt
      call rates(n, dx, s, inflow, mobility, wells, r)
      do i = 1, n
        stage(i) = s(i) + dt*r(i)
      end do
      call clip(n, stage)
      call rates(n, dx, stage, inflow, mobility, wells, r)
      do i = 1, n
        s(i) = 0.5_dp*(s(i) + stage(i) + dt*r(i))
      end do
      call clip(n, s)

      cut = fractional_flow(s(n), mobility)
      misfit = cut - observed(step)
      ! outliers count linearly
      cost = cost + sqrt(1.0e-4_dp + misfit**2)
    end do
    cost = cost/real(nt, dp)
  end subroutine simulate

end module conservation
