! An abstract flux in one module, its extensions in others, all private but their types.
! inputs: n = 3
! head: f(x)\(y)
! head: f(x)\(y)
! options: -module reuse
module flux_mod
  implicit none
  private
  public :: flux_t, fv_step
  type, abstract :: flux_t
    real(8) :: cfl = 0.5d0
  contains
    procedure(fl), deferred :: eval
  end type
  abstract interface
    pure function fl(self, ul, ur) result(f)
      import :: flux_t
      class(flux_t), intent(in) :: self
      real(8), intent(in) :: ul, ur
      real(8) :: f
    end function
  end interface
contains
  subroutine fv_step(flx, u, dt)
    class(flux_t), intent(in) :: flx
    real(8), intent(inout) :: u(:)
    real(8), intent(in) :: dt
    real(8) :: fx(0:size(u))
    integer :: i, n
    n = size(u)
    do i = 1, n-1
      fx(i) = flx%eval(u(i), u(i+1))
    end do
    fx(0) = fx(1); fx(n) = fx(n-1)
    do i = 1, n
      u(i) = u(i) - flx%cfl*dt*(fx(i) - fx(i-1))
    end do
  end subroutine
end module
module upwind_mod
  use flux_mod
  implicit none
  private
  public :: upwind_t, rusanov_t
  type, extends(flux_t) :: upwind_t
    real(8) :: a = 1d0
  contains
    procedure :: eval => upwind_eval
  end type
  type, extends(flux_t) :: rusanov_t
    real(8) :: lam
  contains
    procedure :: eval => rusanov_eval
  end type
contains
  pure function upwind_eval(self, ul, ur) result(f)
    class(upwind_t), intent(in) :: self
    real(8), intent(in) :: ul, ur
    real(8) :: f
    if (self%a > 0) then
      f = self%a*ul
    else
      f = self%a*ur
    end if
  end function
  pure function rusanov_eval(self, ul, ur) result(f)
    class(rusanov_t), intent(in) :: self
    real(8), intent(in) :: ul, ur
    real(8) :: f
    f = 0.5d0*(ul**2/2 + ur**2/2) - 0.5d0*self%lam*(ur - ul)
  end function
end module
module driver
  use flux_mod
  use upwind_mod, only: upwind_t, rusanov_t
  implicit none
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: u(n)
    type(upwind_t) :: up
    type(rusanov_t) :: ru
    integer :: i
    u = x
    up%a = x(1)*2
    ru%lam = x(2)
    do i = 1, 3
      call fv_step(up, u, 0.1d0)
      call fv_step(ru, u, 0.1d0)
    end do
    y = sum(u**2)
  end subroutine
end module
