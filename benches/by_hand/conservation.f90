! The adjoint of examples/conservation, written by hand statement by statement: the two saturations that each step starts its rates from are kept
! in arrays, slopes and fluxes are computed again.
module conservation_by_hand
  use conservation, only: dp
  implicit none
  private
  public :: simulate_hand

  real(dp), parameter :: porosity = 0.25_dp, theta = 1.5_dp, low = 0.02_dp, high = 1.0_dp - 0.05_dp
  real(dp), parameter :: tiny_slope = 1.0e-12_dp

contains

  pure function fractional_flow(s, mobility) result(f)
    real(dp), intent(in) :: s, mobility
    real(dp) :: f
    f = s*s/(s*s + mobility*(1.0_dp - s)**2)
  end function fractional_flow

  pure subroutine fractional_flow_b(s, sb, mobility, mobilityb, fb)
    real(dp), intent(in) :: s, mobility, fb
    real(dp), intent(inout) :: sb, mobilityb
    real(dp) :: water, oil, t
    water = s*s
    oil = mobility*(1.0_dp - s)**2
    t = fb/(water + oil)**2
    ! oil*waterb - water*oilb
    sb = sb + 2.0_dp*t*(oil*s + water*mobility*(1.0_dp - s))
    mobilityb = mobilityb - t*water*(1.0_dp - s)**2
  end subroutine fractional_flow_b

  pure function wave_speed(s, mobility) result(a)
    real(dp), intent(in) :: s, mobility
    real(dp) :: a
    a = 2.0_dp*mobility*s*(1.0_dp - s)/(s*s + mobility*(1.0_dp - s)**2)**2
  end function wave_speed

  pure subroutine wave_speed_b(s, sb, mobility, mobilityb, ab)
    real(dp), intent(in) :: s, mobility, ab
    real(dp), intent(inout) :: sb, mobilityb
    real(dp) :: total, totalb, t
    total = s*s + mobility*(1.0_dp - s)**2
    t = 2.0_dp*ab/total**2
    totalb = -2.0_dp*t*mobility*s*(1.0_dp - s)/total
    sb = sb + t*mobility*(1.0_dp - 2.0_dp*s) + totalb*(2.0_dp*s - 2.0_dp*mobility*(1.0_dp - s))
    mobilityb = mobilityb + t*s*(1.0_dp - s) + totalb*(1.0_dp - s)**2
  end subroutine wave_speed_b

  subroutine slopes(n, s, slope)
    integer, intent(in) :: n
    real(dp), intent(in) :: s(n)
    real(dp), intent(out) :: slope(n)
    real(dp) :: left, centre, right
    integer :: i
    slope(1) = 0.0_dp
    slope(n) = 0.0_dp
    do i = 2, n - 1
      left = s(i) - s(i - 1)
      right = s(i + 1) - s(i)
      centre = 0.5_dp*(s(i + 1) - s(i - 1))
      if (left*right > tiny_slope) then
        slope(i) = sign(min(theta*abs(left), abs(centre), theta*abs(right)), centre)
      else
        slope(i) = 0.0_dp
      end if
    end do
  end subroutine slopes

  subroutine slopes_b(n, s, sb, slopeb)
    integer, intent(in) :: n
    real(dp), intent(in) :: s(n), slopeb(n)
    real(dp), intent(inout) :: sb(n)
    real(dp) :: left, centre, right, lb, cb, rb
    integer :: i
    do i = 2, n - 1
      left = s(i) - s(i - 1)
      right = s(i + 1) - s(i)
      centre = 0.5_dp*(s(i + 1) - s(i - 1))
      if (left*right > tiny_slope) then
        lb = 0.0_dp
        cb = 0.0_dp
        rb = 0.0_dp
        if (theta*abs(left) <= abs(centre) .and. abs(left) <= abs(right)) then
          lb = theta*slopeb(i)
        else if (abs(centre) <= theta*abs(right)) then
          cb = slopeb(i)
        else
          rb = theta*slopeb(i)
        end if
        sb(i) = sb(i) + lb - rb
        sb(i - 1) = sb(i - 1) - lb - 0.5_dp*cb
        sb(i + 1) = sb(i + 1) + rb + 0.5_dp*cb
      end if
    end do
  end subroutine slopes_b

  subroutine rates(n, dx, s, inflow, mobility, wells, r)
    integer, intent(in) :: n
    real(dp), intent(in) :: dx, s(n), inflow, mobility, wells(n)
    real(dp), intent(out) :: r(n)
    real(dp) :: slope(n), flux(0:n), left, right, speed
    integer :: i
    call slopes(n, s, slope)
    flux(0) = inflow
    do i = 1, n - 1
      left = s(i) + 0.5_dp*slope(i)
      right = s(i + 1) - 0.5_dp*slope(i + 1)
      speed = max(abs(wave_speed(left, mobility)), abs(wave_speed(right, mobility)))
      flux(i) = 0.5_dp*(fractional_flow(left, mobility) + fractional_flow(right, mobility)) - 0.5_dp*speed*(right - left)
    end do
    flux(n) = fractional_flow(s(n), mobility)
    do i = 1, n
      r(i) = (flux(i - 1) - flux(i))/(porosity*dx)
      if (wells(i) >= 0.0_dp) then
        r(i) = r(i) + wells(i)
      else
        r(i) = r(i) + wells(i)*fractional_flow(s(i), mobility)
      end if
    end do
  end subroutine rates

  subroutine rates_b(n, dx, s, sb, inflowb, mobility, mobilityb, wells, rb)
    integer, intent(in) :: n
    real(dp), intent(in) :: dx, s(n), mobility, wells(n), rb(n)
    real(dp), intent(inout) :: sb(n), inflowb, mobilityb
    real(dp) :: slope(n), slopeb(n), left, right, lb, rightb, fb, a, b, speed, speedb
    integer :: i
    call slopes(n, s, slope)
    slopeb = 0.0_dp
    do i = 1, n
      if (wells(i) < 0.0_dp) call fractional_flow_b(s(i), sb(i), mobility, mobilityb, wells(i)*rb(i))
    end do
    call fractional_flow_b(s(n), sb(n), mobility, mobilityb, -rb(n)/(porosity*dx))
    do i = 1, n - 1
      fb = 0.5_dp*(rb(i + 1) - rb(i))/(porosity*dx)
      left = s(i) + 0.5_dp*slope(i)
      right = s(i + 1) - 0.5_dp*slope(i + 1)
      a = wave_speed(left, mobility)
      b = wave_speed(right, mobility)
      speed = max(abs(a), abs(b))
      speedb = -(right - left)*fb
      lb = speed*fb
      rightb = -lb
      if (abs(a) >= abs(b)) then
        call wave_speed_b(left, lb, mobility, mobilityb, sign(1.0_dp, a)*speedb)
      else
        call wave_speed_b(right, rightb, mobility, mobilityb, sign(1.0_dp, b)*speedb)
      end if
      call fractional_flow_b(left, lb, mobility, mobilityb, fb)
      call fractional_flow_b(right, rightb, mobility, mobilityb, fb)
      sb(i) = sb(i) + lb
      slopeb(i) = slopeb(i) + 0.5_dp*lb
      sb(i + 1) = sb(i + 1) + rightb
      slopeb(i + 1) = slopeb(i + 1) - 0.5_dp*rightb
    end do
    inflowb = inflowb + rb(1)/(porosity*dx)
    call slopes_b(n, s, sb, slopeb)
  end subroutine rates_b

  subroutine simulate_hand(n, nt, dx, dt, s0, s0b, inflow, inflowb, mobility, mobilityb, wells, observed, costb)
    integer, intent(in) :: n, nt
    real(dp), intent(in) :: dx, dt, s0(n), inflow, mobility, wells(n), observed(nt), costb
    real(dp), intent(out) :: s0b(n), inflowb, mobilityb
    real(dp) :: s(n), r(n), stage(n), sb(n), rb(n), stageb(n), misfit
    real(dp), allocatable :: first(:, :), second(:, :), open(:, :), last(:, :)
    integer :: i, step
    allocate (first(n, nt), second(n, nt), open(n, nt), last(n, nt))
    do i = 1, n
      s(i) = min(max(s0(i), low), high)
    end do
    do step = 1, nt
      first(:, step) = s
      call rates(n, dx, s, inflow, mobility, wells, r)
      do i = 1, n
        open(i, step) = s(i) + dt*r(i)
        stage(i) = min(max(open(i, step), low), high)
      end do
      second(:, step) = stage
      call rates(n, dx, stage, inflow, mobility, wells, r)
      do i = 1, n
        last(i, step) = 0.5_dp*(s(i) + stage(i) + dt*r(i))
        s(i) = min(max(last(i, step), low), high)
      end do
    end do
    sb = 0.0_dp
    inflowb = 0.0_dp
    mobilityb = 0.0_dp
    do step = nt, 1, -1
      misfit = fractional_flow(s(n), mobility) - observed(step)
      call fractional_flow_b(s(n), sb(n), mobility, mobilityb, misfit/sqrt(1.0e-4_dp + misfit**2)*costb/real(nt, dp))
      do i = 1, n
        if (last(i, step) < low .or. last(i, step) > high) sb(i) = 0.0_dp
        sb(i) = 0.5_dp*sb(i)
        stageb(i) = sb(i)
        rb(i) = dt*sb(i)
      end do
      call rates_b(n, dx, second(:, step), stageb, inflowb, mobility, mobilityb, wells, rb)
      do i = 1, n
        if (open(i, step) < low .or. open(i, step) > high) stageb(i) = 0.0_dp
        sb(i) = sb(i) + stageb(i)
        rb(i) = dt*stageb(i)
      end do
      s = first(:, step)
      call rates_b(n, dx, s, sb, inflowb, mobility, mobilityb, wells, rb)
    end do
    do i = 1, n
      s0b(i) = sb(i)
      if (s0(i) < low .or. s0(i) > high) s0b(i) = 0.0_dp
    end do
  end subroutine simulate_hand

end module conservation_by_hand
