! Half of `a` is `b`: the other half is another zone.
! test: varied
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, a(4), b(2)
  equivalence (a(3), b(1))
  b = x                ! varied: x b
  y = a(4)             ! varied: x b y
end subroutine f
