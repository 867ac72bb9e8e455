! test: varied, useful
! head: f from x to y
subroutine f(n, x, y)
  integer :: n, i, j
  real(8) :: x, y, t, u
  t = 0.0d0 ! varied: x | useful: x
  u = x ! varied: u x | useful: t x
  outer: do i = 1, n ! useful: t u
    do j = 1, i ! useful: t u
      if (j == 3) cycle outer ! useful: t u | varied: t u x
      t = u ! varied: t u x | useful: u
      if (j == 5) exit outer ! useful: t u | varied: t u x
    end do
    u = 0.0d0 ! varied: t x | useful: t
  end do outer
  if (n == 5) stop ! useful: t | varied: t u x
  y = t ! varied: t u x y | useful: t
end subroutine f
