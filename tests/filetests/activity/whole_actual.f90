! The extent of the dummy, in the caller's words, is that of the actual: the call overwrites all of it, and is passive.
! test: varied, formals
! head: f from x to y
subroutine f(n, x, y)  ! formals: x=va y=ua
  integer, intent(in) :: n
  real(8) :: x(n), y, a(n)
  a = x                ! varied: x a
  y = sum(a)           ! varied: x a y
  call clear(n, a)     ! varied: x y
  y = y + a(1)         ! varied: x y
end subroutine f
subroutine clear(k, b)
  integer, intent(in) :: k
  real(8) :: b(k)
  b = 0.0d0
end subroutine clear
