! Pointers of a module, in structures too, that procedures allocate, associate again in a time loop and release.
! head: model(q, kappa)\(j)
module state_mod
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  type :: field
    real(wp), pointer :: now(:) => null()
    real(wp), pointer :: old(:) => null()
    integer :: n = 0
  end type field
  type(field), save :: eta
  real(wp), pointer :: forcing(:) => null()
contains
  subroutine init_state(n)
    integer, intent(in) :: n
    eta%n = n
    allocate(eta%now(n), eta%old(n))
    allocate(forcing(n))
    eta%now = 0.0_wp
    eta%old = 0.0_wp
    forcing = 0.0_wp
  end subroutine init_state
  subroutine swap_state()
    real(wp), pointer :: tmp(:)
    tmp => eta%now
    eta%now => eta%old
    eta%old => tmp
  end subroutine swap_state
  subroutine free_state()
    deallocate(eta%now, eta%old, forcing)
  end subroutine free_state
end module state_mod

module dyn_mod
  use state_mod
  implicit none
contains
  subroutine advance(kappa, dt)
    real(wp), intent(in) :: kappa, dt
    integer :: i
    do concurrent (i = 2:eta%n-1)
      eta%now(i) = eta%old(i) + dt*(kappa*(eta%old(i+1) - 2*eta%old(i) + eta%old(i-1)) + forcing(i)*eta%old(i)**2)
    end do
    eta%now(1) = eta%now(2)
    eta%now(eta%n) = eta%now(eta%n-1)
  end subroutine advance
end module dyn_mod

subroutine model(q, kappa, j)
  use state_mod
  use dyn_mod
  implicit none
  real(wp), intent(in) :: q(6), kappa
  real(wp), intent(out) :: j
  integer :: it
  call init_state(6)
  eta%old = q
  forcing = 0.1_wp*q
  do it = 1, 5
    call advance(kappa, 0.1_wp)
    call swap_state()
  end do
  j = sum(eta%old**2)
  call free_state()
end subroutine model
