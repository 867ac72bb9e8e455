! What a first call sets up is not saved: nothing that runs again sets it up again.
! head: column(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: early(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: counted(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: unconditional(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: from_argument(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
module tables
  implicit none
  private
  integer, parameter :: nt = 20
  double precision :: es(nt), scale = 1.0d0
  double precision :: powers(nt), roots(nt), shift(nt), base
  logical :: ready = .false., have_roots = .false., first = .true., have_base = .false.
  integer :: state = 0
  public :: esat, power, root, shifted, based
contains
  subroutine fill(table)
    double precision, intent(out) :: table(nt)
    integer :: i
    do i = 1, nt
      table(i) = 6.11d0*exp(0.2d0*(i - 1)/(i + 2.0d0))
    end do
    scale = 2.0d0
  end subroutine fill

  function esat(t) result(e)
    double precision, intent(in) :: t
    double precision :: e, w
    integer :: k
    if (.not. ready) then
      ready = .true.
      call fill(es)
    end if
    k = int(t) + 1
    w = t - (k - 1)
    e = scale*(es(k)*(1.0d0 - w) + es(k + 1)*w*t)
  end function esat

  subroutine prepare_roots()
    integer :: i
    if (have_roots) return
    do i = 1, nt
      roots(i) = sqrt(dble(i))
    end do
    have_roots = .true.
  end subroutine prepare_roots

  function root(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    call prepare_roots()
    r = roots(int(t))*t*t
  end function root

  function power(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    integer :: i
    if (state /= 1) then
      powers(1) = 1.0d0
      do i = 2, nt
        powers(i) = 1.1d0*powers(i - 1)
      end do
      state = 1
    end if
    r = 1.0d0
    do i = 1, int(t)
      r = r*(t + powers(i))
    end do
  end function power

  function shifted(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    integer :: i
    if (first) then
      do i = 1, nt
        shift(i) = 0.5d0/i
      end do
    end if
    first = .false.
    r = sin(t*shift(int(t)))*t
  end function shifted

  ! The first argument stays.
  function based(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    if (.not. have_base) then
      base = aint(t)
      have_base = .true.
    end if
    r = (t - base)*t*base
  end function based
end module tables

subroutine column(n, t, y)
  use tables
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = esat(t(i))*esat(t(i) + 1.5d0)/esat(t(i) - 2.5d0)
  end do
end subroutine column

subroutine early(n, t, y)
  use tables
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = root(t(i))
    y(i) = y(i)*root(t(i) + 1.0d0)
  end do
end subroutine early

subroutine counted(n, t, y)
  use tables
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = power(t(i))*power(0.5d0*t(i))
  end do
end subroutine counted

subroutine unconditional(n, t, y)
  use tables
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = shifted(t(i))*shifted(t(i)*0.5d0)
  end do
end subroutine unconditional

subroutine from_argument(n, t, y)
  use tables
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  y(1) = 0.0d0
  do i = 1, n
    y(1) = y(1)*based(t(i)) + based(t(i)*t(1))
    y(i) = y(1)*t(i)
  end do
end subroutine from_argument
