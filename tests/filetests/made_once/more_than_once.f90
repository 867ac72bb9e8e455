! No first call: a flag that goes back, a table that is written or read elsewhere, a first call that skips something, hands a local on, or
! is active; a test that asks for more than the flag.
! test: made-once
! head: sums from x to y
module tables
  implicit none
  logical :: f1 = .false., f2 = .false., f3 = .false., f4 = .false., f5 = .false., f6 = .false., f7 = .false.
  real(8) :: t1, t2, t3, t4, t5, t6, t7
contains
  function back(x) result(r)
    real(8) :: x, r
    if (.not. f1) t1 = 2.0d0
    f1 = .true.
    r = x*x*t1
    if (x > 3.0d0) f1 = .false.
  end function back
  function written(x) result(r)
    real(8) :: x, r
    if (.not. f2) then
      t2 = 2.0d0
      f2 = .true.
    end if
    r = x*x*t2
    t2 = t2 + 1.0d0
  end function written
  function early(x) result(r)
    real(8) :: x, r
    r = x*x*t3
    if (.not. f3) then
      t3 = 2.0d0
      f3 = .true.
    end if
  end function early
  function skips(x) result(r)
    real(8) :: x, r
    r = x
    if (.not. f4) then
      t4 = 2.0d0
      f4 = .true.
      return
    end if
    r = x*x*t4
  end function skips
  function hands_on(x) result(r)
    real(8) :: x, r, w
    w = 1.0d0
    if (.not. f5) then
      t5 = 2.0d0
      w = t5
      f5 = .true.
    end if
    r = x*x*t5*w
  end function hands_on
  function active(x) result(r)
    real(8) :: x, r
    if (.not. f6) then
      t6 = x
      f6 = .true.
    end if
    r = x*x*t6
  end function active
  function asks(x) result(r)
    real(8) :: x, r
    if (.not. f7) then
      t7 = 2.0d0
      f7 = .true.
    end if
    r = x*t7
    if (f7 .and. x > 2.0d0) r = r*x
  end function asks
end module tables

subroutine sums(x, y)
  use tables
  real(8) :: x, y
  y = back(x)*written(x)*early(x)*skips(x)*hands_on(x)*active(x)*asks(x)
end subroutine sums
