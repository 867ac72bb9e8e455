! The flag and its tables, from every procedure that sees them; guarded in place, by a procedure that returns, by a jump.
! test: made-once
! head: sums from x to y
module tables
  implicit none
  logical :: ready = .false., first = .true.
  integer :: state = 0
  real(8) :: a(9), b(9), c(9)
contains
  subroutine fill() ! made-once: a ready
    integer :: i
    if (ready) return
    do i = 1, 9
      a(i) = 1.0d0/i
    end do
    ready = .true.
  end subroutine fill
  function one(x) result(r) ! made-once: a ready
    real(8) :: x, r
    call fill()
    r = x*x*a(2)
  end function one
  function two(x) result(r) ! made-once: b first
    real(8) :: x, r
    if (first) then
      first = .false.
      b = 2.0d0
    end if
    r = x*x*b(2)
  end function two
  function three(x) result(r) ! made-once: c state
    real(8) :: x, r
    if (state /= 0) go to 10
    c = 3.0d0
    state = 1
10  r = x*x*c(2)
  end function three
end module tables

subroutine sums(x, y) ! made-once: a b c first ready state
  use tables
  real(8) :: x, y
  y = one(x)*two(x)*three(x)
end subroutine sums
