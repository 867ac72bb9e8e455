! Allocatable locals of one shape: their derivatives are automatic arrays.
! head: misfit(x0 forcing)\(j)
! inputs: n = 8
! inputs: nsteps = 5
! inputs: x0(8) = 1.0 .. 3.0
! inputs: forcing = 7.0 .. 9.0
! inputs: obs(8,5) = 0.0 .. 2.0
module lorenz
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: misfit
  type :: config
    integer :: n = 0
    real(wp) :: forcing = 8.0_wp, dt = 0.01_wp
  end type config
contains
  pure function tendency(c, x) result(dx)
    type(config), intent(in) :: c
    real(wp), intent(in) :: x(:)
    real(wp) :: dx(size(x))
    integer :: i, n
    n = size(x)
    do i = 1, n
      dx(i) = (x(modulo(i, n) + 1) - x(modulo(i - 3, n) + 1))*x(modulo(i - 2, n) + 1) - x(i) + c%forcing
    end do
  end function tendency

  subroutine step(c, x)
    type(config), intent(in) :: c
    real(wp), intent(inout) :: x(:)
    real(wp), allocatable :: k1(:), k2(:), k3(:), k4(:)
    k1 = tendency(c, x)
    k2 = tendency(c, x + 0.5_wp*c%dt*k1)
    k3 = tendency(c, x + 0.5_wp*c%dt*k2)
    k4 = tendency(c, x + c%dt*k3)
    x = x + c%dt/6.0_wp*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine step

  subroutine misfit(n, nsteps, x0, forcing, obs, j)
    integer, intent(in) :: n, nsteps
    real(wp), intent(in) :: x0(n), forcing, obs(n, nsteps)
    real(wp), intent(out) :: j
    type(config) :: c
    real(wp) :: x(n)
    integer :: t
    c%n = n
    c%forcing = forcing
    x = x0
    j = 0.0_wp
    do t = 1, nsteps
      call step(c, x)
      j = j + 0.5_wp*sum((x - obs(:, t))**2)
    end do
  end subroutine misfit
end module lorenz
