! Work arrays of a module that procedures set piece by piece (the ends, and the inside in a loop) before they read them: no snapshot holds them, and
! nothing is kept of them around adjoints. Then what is just not so: a gap, a piece that may be left out, a row that is left, values from before.
! inputs: nt = 3
! inputs: u0(7) = 0.5 .. 1.5
! inputs: c = 0.5 .. 1.5
! head: whole(u0, c)\(y)
! head: gapped(u0, c)\(y)
! head: perhaps(u0, c)\(y)
! head: left(u0, c)\(y)
! head: older(u0, c)\(y)
! head: solved(u0, c)\(y)
module renewed_in_pieces_m
  implicit none
  integer, parameter :: n = 7
  real(8) :: u(n), flux(n), work(n), low(n), up(n)
contains
  subroutine fluxes(c)
    real(8), intent(in) :: c
    integer :: i
    do i = 1, n - 1
      flux(i) = c*0.5d0*(u(i)**2 + u(i + 1)**2) - 0.1d0*(u(i + 1) - u(i))
    end do
    flux(n) = flux(n - 1)*u(n)
  end subroutine fluxes

  subroutine update(dt)
    real(8), intent(in) :: dt
    integer :: i
    do i = 2, n
      work(i) = u(i) - dt*(flux(i) - flux(i - 1))*flux(i)
    end do
    work(1) = work(2)
    do i = 1, n
      u(i) = work(i)*u(i)
    end do
  end subroutine update

  subroutine advance(c)
    real(8), intent(in) :: c
    call fluxes(c)
    call update(0.01d0)
  end subroutine advance

  subroutine whole(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    do t = 1, nt
      call advance(c)
    end do
    y = sum(u*u0)
  end subroutine whole

  ! The second element is what the caller has left there.
  subroutine skip(c)
    real(8), intent(in) :: c
    integer :: i
    flux(1) = c*u(1)
    do i = 3, n
      flux(i) = flux(1)*u(i)
    end do
    do i = 1, n
      u(i) = u(i)*flux(i)
    end do
  end subroutine skip

  subroutine gapped(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    flux = u0**2
    do t = 1, nt
      call skip(c)
      flux(2) = flux(2)*u(3)
    end do
    y = sum(u*u0)
  end subroutine gapped

  subroutine some(c)
    real(8), intent(in) :: c
    integer :: i
    flux(1) = c*u(1)
    if (u(1) < 1.d0) then
      do i = 2, n
        flux(i) = flux(1)*u(i)
      end do
    end if
    do i = 1, n
      u(i) = 0.9d0*u(i)*flux(i)
    end do
  end subroutine some

  subroutine perhaps(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    flux = u0**2
    do t = 1, nt
      call some(c)
    end do
    y = sum(u*flux)
  end subroutine perhaps

  subroutine stops(c, most)
    real(8), intent(in) :: c, most
    integer :: i
    flux(1) = c*u(1)
    do i = 2, n
      flux(i) = flux(i - 1)*u(i)
      if (flux(i) > most) return
    end do
  end subroutine stops

  subroutine left(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    flux = u0**2
    do t = 1, nt
      call stops(c, 0.4d0*t)
      u = u*flux
    end do
    y = sum(u*u0)
  end subroutine left

  ! Each element is made of the one behind it, which is an older one.
  subroutine shift(c)
    real(8), intent(in) :: c
    integer :: i
    work(1) = c*u(1)
    do i = 2, n - 1
      work(i) = work(i + 1)*u(i)
    end do
    work(n) = work(1)*u(n)
  end subroutine shift

  subroutine older(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    work = u0**2
    do t = 1, nt
      call shift(c)
      u = u*work
    end do
    y = sum(u*u0)
  end subroutine older

  ! A tridiagonal system, with coefficients that are set anew.
  subroutine solve(c)
    real(8), intent(in) :: c
    integer :: i
    up(1) = c/(2.d0 + u(1))
    low(1) = u(1)/(2.d0 + u(1))
    do i = 2, n
      up(i) = c/(2.d0 + u(i) - c*up(i - 1))
      low(i) = (u(i) + c*low(i - 1))/(2.d0 + u(i) - c*up(i - 1))
    end do
    u(n) = low(n)
    do i = n - 1, 1, -1
      u(i) = low(i) + up(i)*u(i + 1)
    end do
  end subroutine solve

  subroutine solved(nt, u0, c, y)
    integer, intent(in) :: nt
    real(8), intent(in) :: u0(n), c
    real(8), intent(out) :: y
    integer :: t
    u = u0
    do t = 1, nt
      call solve(0.1d0*c)
      u = u + u0**2
    end do
    y = sum(u*u0)
  end subroutine solved
end module renewed_in_pieces_m
