! Each call site is exact; inside a procedure, contexts are joined over its active calls. `twice` is called passively, too: that counts for nothing.
! test: varied, useful, formals, active
! head: f from x to y
subroutine f(x, c, y)    ! formals: x=va y=ua
  real(8) :: x, c, y, t, u
  call twice(x, t)       ! varied: x t | useful: x c | active: t
  call twice(c, u)       ! varied: x t | useful: c t | active: t
  y = t + u              ! varied: x t y | useful: t u | active: y
end subroutine f
subroutine twice(a, b)   ! formals: a=va b=ua
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  b = 2.0d0*a            ! varied: a b | useful: a | active: b
end subroutine twice
