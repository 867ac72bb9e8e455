! First calls that do more than set up: what they change is put back.
! head: reset(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: skipping(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: leaking(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: reading(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: differing(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: writing(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: setting(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
! head: turning(t)\(y)
! inputs: n = 4
! inputs: t(4) = 3.0 .. 9.0
module once
  implicit none
  logical :: ready = .false., skip = .true., leak = .true., late = .true., differ = .true., write_it = .true.
  logical :: set_it = .true., turn_it = .true.
  double precision :: table(4) = 1.0d0, last = 0.0d0, early_table(4) = 0.25d0, written(4), origin, more(4)
contains
  function kept(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    if (.not. ready) then
      table = aint(t)
      ready = .true.
    end if
    r = table(2)*t*t
  end function kept

  function skipped(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    r = t
    if (skip) then
      table = 3.0d0
      skip = .false.
      return
    end if
    r = r*t*table(1)
  end function skipped

  function leaked(t) result(r)
    double precision, intent(in) :: t
    double precision :: r, w
    w = 2.0d0
    if (leak) then
      w = 5.0d0
      table = 3.0d0
      leak = .false.
    end if
    r = w*t*t*table(1)
  end function leaked

  function readied(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    r = t*t*early_table(3)
    if (late) then
      early_table = 2.0d0
      late = .false.
    end if
    r = r*t*early_table(2)
  end function readied

  function different(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    if (differ) then
      table = 2.0d0
      differ = .false.
      r = t*table(1)
    else
      r = t*t*table(2)
    end if
  end function different

  function wrote(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    if (write_it) then
      written = 2.0d0
      write_it = .false.
    end if
    r = t*t*written(1)
    written(1) = written(1) + 1.0d0
  end function wrote

  ! The table is active.
  function set(t) result(r)
    double precision, intent(in) :: t
    double precision :: r
    if (set_it) then
      origin = t*t
      set_it = .false.
    end if
    r = (t - origin)*origin
  end function set

  subroutine turned(k, t, r)
    integer, intent(in) :: k
    double precision, intent(in) :: t
    double precision, intent(out) :: r
    if (turn_it .and. k > 2) then
      more = 2.0d0
      turn_it = .false.
    else if (k <= 2) then
      more = 1.0d0
    end if
    r = t*t*more(1)*k
  end subroutine turned
end module once

subroutine reset(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    if (i == 3) ready = .false.
    y(i) = kept(t(i))*kept(t(i)*0.5d0)
  end do
end subroutine reset

subroutine skipping(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = skipped(t(i))*skipped(t(i)*0.5d0)
  end do
end subroutine skipping

subroutine leaking(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = leaked(t(i))*leaked(t(i)*0.5d0)
  end do
end subroutine leaking

subroutine reading(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = readied(t(i))*readied(t(i)*0.5d0)
  end do
end subroutine reading

subroutine differing(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = different(t(i))*different(t(i)*0.5d0)
  end do
end subroutine differing

subroutine writing(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = wrote(t(i))*wrote(t(i)*0.5d0)
  end do
end subroutine writing

subroutine setting(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = set(t(i))*set(t(i)*0.5d0)
  end do
end subroutine setting

subroutine turning(n, t, y)
  use once
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: t(n)
  double precision, intent(out) :: y(n)
  double precision :: a, b
  integer :: i
  do i = 1, n
    call turned(i, t(i), a)
    call turned(n - i, t(i)*0.5d0, b)
    y(i) = a*b
  end do
end subroutine turning
