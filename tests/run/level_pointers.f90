! Time levels of a field behind pointer components: made, rotated and released by procedures; a dummy that is no target stays as it is.
! head: wave(misfit)/(c src)
! inputs: nx = 9
! inputs: nt = 4
module wave_mod
  implicit none
  integer, parameter :: wp = kind(1d0)
  type field
    real(wp), pointer :: now(:) => null(), old(:) => null(), new(:) => null()
  end type
contains
  subroutine init(f, n)
    type(field), intent(out) :: f
    integer, intent(in) :: n
    allocate(f%now(n), f%old(n), f%new(n))
    f%now = 0; f%old = 0; f%new = 0
  end subroutine
  subroutine rotate(f)
    type(field), intent(inout) :: f
    real(wp), pointer :: tmp(:)
    tmp => f%old
    f%old => f%now
    f%now => f%new
    f%new => tmp
  end subroutine
  subroutine advance(f, c, s, it)
    type(field), intent(inout) :: f
    real(wp), intent(in) :: c(:), s(:)
    integer, intent(in) :: it
    integer :: i, n
    n = size(f%now)
    do concurrent (i = 2:n-1)
      f%new(i) = 2*f%now(i) - f%old(i) + c(i)**2*(f%now(i+1) - 2*f%now(i) + f%now(i-1))
    end do
    f%new(1) = f%now(2)
    f%new(n) = f%now(n-1)
    f%new(n/2) = f%new(n/2) + s(it)
  end subroutine
  subroutine finish(f)
    type(field), intent(inout) :: f
    deallocate(f%now, f%old, f%new)
  end subroutine
end module
subroutine wave(nx, nt, c, src, misfit)
  use wave_mod
  implicit none
  integer, intent(in) :: nx, nt
  real(wp), intent(in) :: c(nx), src(nt)
  real(wp), intent(out) :: misfit
  type(field) :: f
  integer :: it
  real(wp) :: rec(nt)
  call init(f, nx)
  do it = 1, nt
    call advance(f, 0.5_wp*c, src, it)
    call rotate(f)
    rec(it) = f%now(nx - 2)*0.5_wp + f%now(2)**2
  end do
  misfit = 0.5_wp*sum((rec - [(0.01_wp*it, it = 1, nt)])**2) + sum(f%now*f%old)
  call finish(f)
end subroutine
