! Waves that are seen at some points: what the misfit reads is kept in place of the field, as long as nobody else needs the field's values.
! head: waves%seen(u0 source)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: nr = 3
! inputs: at(3) = 3, 5, 9
! inputs: u0(12) = 0.5 .. 1.5
! inputs: source(6) = 0.5 .. 1.5
! inputs: data(3,6) = -1 .. 1
! head: waves%once(u0)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
! head: waves%steepened(u0)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
! head: waves%tested(u0)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
! head: waves%robust(u0 scale)\(misfit u0)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
! inputs: scale = 0.8 .. 1.2
! head: waves%handed(u0)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
! head: waves%moved(u0)\(misfit)
! inputs: n = 12
! inputs: nt = 6
! inputs: u0(12) = 0.5 .. 1.5
module waves
  implicit none
contains
  subroutine seen(n, nt, nr, at, u0, source, data, misfit)
    integer, intent(in) :: n, nt, nr, at(nr)
    real(8), intent(in) :: u0(n), source(nt), data(nr, nt)
    real(8), intent(out) :: misfit
    real(8) :: u(n), v(n)
    integer :: i, k, r
    u = u0
    v = 0
    misfit = 0
    do k = 1, nt
      do i = 2, n - 1
        v(i) = v(i) + 0.1d0*(u(i - 1) - 2*u(i) + u(i + 1))
      end do
      v(n/2) = v(n/2) + source(k)
      do i = 2, n - 1
        u(i) = u(i) + 0.1d0*v(i)
      end do
      do r = 1, nr
        misfit = misfit + 0.5d0*(u(at(r)) - data(r, k))**2
      end do
    end do
  end subroutine seen

  ! The reader does not add to what was there; it reads two elements, one of them twice.
  subroutine once(n, nt, u0, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: misfit
    real(8) :: u(n), power(nt), before
    integer :: i, k
    u = u0
    do k = 1, nt
      before = u(1)
      do i = 1, n - 1
        u(i) = 0.9d0*u(i + 1)
      end do
      u(n) = before
      power(k) = u(3)*u(3) + u(3)*u(7)/2
    end do
    misfit = sum(power)
  end subroutine once

  ! The field steepens: its values are needed all the same.
  subroutine steepened(n, nt, u0, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: misfit
    real(8) :: u(n)
    integer :: i, k
    u = u0
    misfit = 0
    do k = 1, nt
      do i = 2, n
        u(i) = u(i) - 0.05d0*u(i)*(u(i) - u(i - 1))
      end do
      misfit = misfit + u(n/2)**2
    end do
  end subroutine steepened

  ! Tests look at it, too.
  subroutine tested(n, nt, u0, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: misfit
    real(8) :: u(n)
    integer :: i, k
    u = u0
    misfit = 0
    do k = 1, nt
      do i = 2, n
        if (u(i) > 1.d0) u(i) = 0.9d0*u(i)
        u(i) = u(i) + 0.1d0*u(i - 1)
      end do
      misfit = misfit + u(n/2)**2
    end do
  end subroutine tested

  ! The reader's derivative depends on a test, and it reads its own sum elsewhere.
  subroutine robust(n, nt, u0, scale, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(inout) :: u0(n)
    real(8), intent(in) :: scale
    real(8), intent(out) :: misfit
    integer :: i, k
    misfit = 1
    do k = 1, nt
      do i = 2, n
        u0(i) = 0.8d0*u0(i) + 0.1d0*u0(i - 1)
      end do
      misfit = misfit + max(abs(u0(n/2) - 0.3d0)*u0(n/2), 0.01d0)*scale
      misfit = misfit + 0.1d0*misfit*u0(n/3)
    end do
  end subroutine robust

  ! A procedure reads it as well.
  subroutine handed(n, nt, u0, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: misfit
    real(8) :: u(n), e
    integer :: i, k
    u = u0
    misfit = 0
    do k = 1, nt
      do i = 2, n
        u(i) = 0.8d0*u(i) + 0.1d0*u(i - 1)
      end do
      call energy(n, u, e)
      misfit = misfit + u(n/2)**2 + e
    end do
  end subroutine handed

  subroutine energy(n, u, e)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: e
    e = sum(u*u)
  end subroutine energy

  ! The place that is read moves and is overwritten by the reader's neighbour; the subscript is changed behind it.
  subroutine moved(n, nt, u0, misfit)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n)
    real(8), intent(out) :: misfit
    real(8) :: u(n)
    integer :: i, k, at
    u = u0
    misfit = 0
    at = 2
    do k = 1, nt
      do i = 2, n
        u(i) = 0.8d0*u(i) + 0.1d0*u(i - 1)
      end do
      misfit = misfit + u(at)**3
      at = mod(at*3, n) + 1
    end do
  end subroutine moved
end module waves
