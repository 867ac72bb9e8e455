! A model of columns with one directive inside another: a binomial time loop over steps that hold a split call, a fixed point, independent turns and a
! region that runs again.
! head: climate(t0 q0 s kappa)\(cost)
! inputs: n = 6
! inputs: t0(6) = -1 .. 2
! inputs: q0(6) = 0.2 .. 0.9
! inputs: s = 0.8 .. 1.2
module params
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: kappa = 0.3_dp
  real(dp) :: albedo(2) = [0.3_dp, 0.62_dp]
end module params

module column
  use params, only: dp, albedo
  implicit none
  type :: state
    real(dp), allocatable :: t(:)
    real(dp), allocatable :: q(:)
    real(dp) :: time = 0.0_dp
    integer :: calls = 0
  end type state
contains
  elemental function esat(t) result(e)
    real(dp), intent(in) :: t
    real(dp) :: e
    e = 0.6112_dp*exp(17.67_dp*t/(t + 243.5_dp))
  end function esat

  subroutine surface(t, tnew, s)
    ! Newton-like fixed point for the skin temperature.
    real(dp), intent(in) :: t, s
    real(dp), intent(inout) :: tnew
    real(dp) :: old
    integer :: it
    !$AD FP-LOOP "tnew"
    do it = 1, 200
      old = tnew
      tnew = 0.5_dp*t + 0.2_dp*s + 0.25_dp*sin(old)
      if (abs(tnew - old) < 1.0e-14_dp) exit
    end do
  end subroutine surface

  subroutine radiate(n, t, s, flux)
    integer, intent(in) :: n
    real(dp), intent(in) :: t(n), s
    real(dp), intent(out) :: flux(n)
    integer :: k
    real(dp) :: a
    !$AD II-LOOP
    do k = 1, n
      a = merge(albedo(1), albedo(2), t(k) > 0.0_dp)
      flux(k) = s*(1.0_dp - a) - 0.02_dp*(t(k) + 273.0_dp)**2/273.0_dp
    end do
  end subroutine radiate

  subroutine step(x, s, dt)
    type(state), intent(inout) :: x
    real(dp), intent(in) :: s, dt
    real(dp) :: flux(size(x%t)), skin
    integer :: k, n
    n = size(x%t)
    !$AD NOCHECKPOINT
    call radiate(n, x%t, s, flux)
    skin = x%t(1)
    call surface(x%t(1), skin, s)
    !$AD CHECKPOINT-START
    do k = 2, n - 1
      x%t(k) = x%t(k) + dt*(0.1_dp*(x%t(k - 1) - 2.0_dp*x%t(k) + x%t(k + 1)) + 0.01_dp*flux(k))
    end do
    x%t(1) = 0.9_dp*x%t(1) + 0.1_dp*skin
    where (esat(x%t) < x%q)
      x%t = x%t + 0.1_dp*(x%q - esat(x%t))
      x%q = 0.5_dp*(x%q + esat(x%t))
    elsewhere
      x%q = x%q*1.001_dp
    end where
    !$AD CHECKPOINT-END
    x%time = x%time + dt
    x%calls = x%calls + 1
  end subroutine step
end module column

subroutine climate(n, t0, q0, s, cost)
  use params
  use column
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: t0(n), q0(n), s
  real(dp), intent(out) :: cost
  type(state) :: x
  integer :: it
  allocate (x%t(n), x%q(n))
  x%t = t0*kappa
  x%q = q0
  !$AD BINOMIAL-CKP 21 4 1
  do it = 1, 20
    call step(x, s*(1.0_dp + 0.1_dp*sin(0.3_dp*it)), 0.1_dp)
  end do
  cost = sum(x%t**2) + dot_product(x%q, x%t) + x%time
  deallocate (x%t, x%q)
end subroutine climate
