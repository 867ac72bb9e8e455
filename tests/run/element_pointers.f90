! Local pointers that are short names for elements, through which components are allocated.
! head: land_surface%step_all(flux)/(tsoil wet)
! inputs: np = 3
! inputs: nl = 4
! inputs: tsoil = 270 .. 290
! inputs: wet = 0.1 .. 0.4
! inputs: veg = 1 .. 3
module soil_types
  implicit none
  integer, parameter :: rk = selected_real_kind(p=13)
  type, public :: texture
    real(rk) :: ksat, psi, b, por
  end type
  type(texture), parameter :: lib(3) = [texture(1e-2_rk, 0.1_rk, 4._rk, 0.45_rk), &
      texture(ksat=5e-3_rk, psi=0.3_rk, b=5._rk, por=0.5_rk), texture(2e-3_rk, 0.5_rk, 6._rk, 0.48_rk)]
  type patch
    integer :: veg
    type(texture) :: tx
    real(rk), dimension(:), allocatable :: t, w
    real(rk) :: lai = 2
  end type
  type(patch), allocatable, target, save :: land(:)
end module
module land_surface
  use soil_types, only: rk, patch, land, lib
  implicit none
contains
  elemental function conductivity(w, ks, b) result(k)
    real(rk), intent(in) :: w, ks, b
    real(rk) :: k
    k = ks*max(w, 0.01_rk)**(2*b + 3)
  end function
  subroutine tridiag(a, b, c, d)
    real(rk), intent(in) :: a(:), c(:)
    real(rk), intent(inout) :: b(:), d(:)
    integer :: i
    real(rk) :: m
    do i = 2, size(d)
      m = a(i)/b(i-1)
      b(i) = b(i) - m*c(i-1)
      d(i) = d(i) - m*d(i-1)
    end do
    d(size(d)) = d(size(d))/b(size(d))
    do i = size(d) - 1, 1, -1
      d(i) = (d(i) - c(i)*d(i+1))/b(i)
    end do
  end subroutine
  subroutine step_patch(p, dt, et)
    type(patch), intent(inout), target :: p
    real(rk), intent(in) :: dt
    real(rk), intent(out) :: et
    real(rk), pointer :: w(:)
    real(rk), dimension(size(p%t)) :: a, b, c, d, k
    integer :: n
    w => p%w
    n = size(w)
    k = conductivity(w/p%tx%por, p%tx%ksat, p%tx%b)
    a = -dt*k; c = -dt*k
    a(1) = 0; c(n) = 0
    b = 1 - a - c
    d = w
    call tridiag(a, b, c, d)
    w = d
    et = p%lai*0.01_rk*w(1)*exp(0.05_rk*(p%t(1) - 280))
    w(1) = w(1) - dt*et
    p%t(2:n) = p%t(2:n) + 0.2_rk*(p%t(1:n-1) - p%t(2:n))
    p%t(1) = p%t(1) - 10*et
  end subroutine
  subroutine step_all(np, nl, veg, tsoil, wet, flux)
    integer, intent(in) :: np, nl, veg(np)
    real(rk), intent(in) :: tsoil(nl, np), wet(nl, np)
    real(rk), intent(out) :: flux
    integer :: i, it
    real(rk) :: et
    type(patch), pointer :: q
    if (allocated(land)) deallocate(land)
    allocate(land(np))
    do i = 1, np
      q => land(i)
      q%veg = veg(i)
      q%tx = lib(veg(i))
      allocate(q%t(nl), q%w(nl))
      q%t = tsoil(:, i)
      q%w = wet(:, i)
    end do
    flux = 0
    do it = 1, 3
      do i = 1, np
        call step_patch(land(i), 0.5_rk, et)
        flux = flux + et*land(i)%lai
      end do
    end do
    do i = 1, np
      flux = flux + 1e-3_rk*sum(land(i)%t*land(i)%w)
    end do
  end subroutine
end module
