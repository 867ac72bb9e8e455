! Modules of derivatives that use the originals: one copy of the data, ONLY lists, an external procedure.
! head: model(x)\(y)
! inputs: n = 3
! options: -module reuse
module constants
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: half = 0.5_dp
end module
module state
  use constants, only: dp
  implicit none
  type :: cell
    real(dp) :: t
    integer :: id
  end type
  real(dp) :: gain = 2.0_dp, total
  type(cell) :: now
contains
  subroutine load(x)
    real(dp), intent(in) :: x(:)
    now%t = sum(x)*gain
    now%id = size(x)
    total = now%t**2
  end subroutine
  real(dp) function scaled(a)
    real(dp), intent(in) :: a
    scaled = a*gain + passive(now%id)
  end function
  real(dp) function passive(k)
    integer, intent(in) :: k
    passive = 0.1_dp*k
  end function
end module
subroutine model(n, x, y)
  use constants
  use state, only: load, total, scaled, here => now
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: y
  call load(x)
  here%t = here%t*x(1)
  y = scaled(total)*half + here%t
end subroutine
