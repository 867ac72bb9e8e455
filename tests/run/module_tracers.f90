! Module arrays of structures with allocatable components that a setup procedure makes: their derivatives are cleared where they are there.
! head: profile(loss)/(coef q0)
! inputs: nlev = 5
module physics_state
  implicit none
  integer, parameter :: rk = kind(1d0)
  type tracer
    character(len=8) :: name
    real(rk), allocatable :: q(:)
    real(rk) :: sink = 0
  end type
  type(tracer), allocatable, save :: tracers(:)
  real(rk), allocatable, save :: p(:), dp(:)
  integer, save :: ncalls = 0
contains
  subroutine setup(nlev, q0)
    integer, intent(in) :: nlev
    real(rk), intent(in) :: q0(nlev)
    integer :: k
    if (allocated(tracers)) deallocate(tracers)
    if (allocated(p)) deallocate(p, dp)
    allocate(tracers(2), p(nlev), dp(nlev))
    p = [(1 - real(k - 1, rk)/nlev, k = 1, nlev)]
    dp(1:nlev-1) = p(1:nlev-1) - p(2:nlev)
    dp(nlev) = p(nlev)
    tracers(1)%name = 'vapour'
    tracers(2)%name = 'cloud'
    do k = 1, 2
      allocate(tracers(k)%q(nlev))
      tracers(k)%q(:) = q0/k
    end do
  end subroutine
  subroutine microphysics(rate, dt, precip)
    real(rk), intent(in) :: rate, dt
    real(rk), intent(out), optional :: precip
    real(rk) :: conv(size(p))
    integer :: k
    ncalls = ncalls + 1
    conv = 0
    where (tracers(1)%q > 0.6_rk*p)
      conv = rate*(tracers(1)%q - 0.6_rk*p)*dt
    end where
    tracers(1)%q = tracers(1)%q - conv
    tracers(2)%q = tracers(2)%q + conv
    do k = 1, size(tracers)
      select case (trim(tracers(k)%name))
      case ('cloud')
        tracers(k)%sink = tracers(k)%sink + sum(tracers(k)%q**2*dp)*dt
        tracers(k)%q = tracers(k)%q*(1 - rate*dt*tracers(k)%q)
      case default
        continue
      end select
    end do
    if (present(precip)) precip = tracers(2)%sink
  end subroutine
  subroutine diffuse(kz)
    real(rk), intent(in) :: kz
    real(rk), dimension(size(p)) :: a, b, c, d
    integer :: i, n, m
    n = size(p)
    do m = 1, 2
      a = -kz; c = -kz; b = 1 + 2*kz
      b(1) = 1 + kz; b(n) = 1 + kz
      d = tracers(m)%q
      do i = 2, n
        a(i) = a(i)/b(i-1)
        b(i) = b(i) - a(i)*c(i-1)
        d(i) = d(i) - a(i)*d(i-1)
      end do
      d(n) = d(n)/b(n)
      do i = n - 1, 1, -1
        d(i) = (d(i) - c(i)*d(i+1))/b(i)
      end do
      tracers(m)%q = d
    end do
  end subroutine
end module
subroutine profile(nlev, coef, q0, loss)
  use physics_state, only: rk, setup, microphysics, diffuse, tracers, ncalls
  implicit none
  integer, intent(in) :: nlev
  real(rk), intent(in) :: coef(2), q0(nlev)
  real(rk), intent(out) :: loss
  real(rk) :: rain
  integer :: it
  call setup(nlev, q0)
  do it = 1, 3
    call diffuse(kz=coef(1))
    if (it == 3) then
      call microphysics(coef(2), precip=rain, dt=0.5_rk)
    else
      call microphysics(coef(2), 0.5_rk)
    end if
  end do
  loss = rain + sum(tracers(1)%q*tracers(2)%q)
end subroutine
