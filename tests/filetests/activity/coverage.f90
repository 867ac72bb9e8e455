! A loop nest that overwrites all of an array, before it reads any of it, leaves nothing of the old values.
! test: varied, useful, undefined
! head: f from x to y
subroutine f(n, m, x, y, a, b, c) ! undefined: y
  integer, intent(in) :: n, m
  integer :: i, j
  real(8) :: x, y, a(n), b(n, m), c(n)
  a = x ! varied: a x | useful: x y
  b = x ! varied: a b x | useful: x y
  c = x ! varied: a b c x | useful: x y
  do j = 1, m ! useful: c y
    do i = 1, n ! useful: b c y
      b(i, j) = 0.0d0 ! varied: a c x | useful: b c y
    end do
  end do
  do i = 1, n ! useful: b c y
    a(i) = 1.0d0 ! varied: c x y | useful: a b c
    y = a(i)*c(i) ! varied: c x y | useful: a b c
    c(i) = 0.0d0 ! varied: c x y | useful: a b c y
  end do
  do i = 1, n - 1 ! useful: a b c y
    c(i) = y ! varied: c x y | useful: a b c y
  end do
  y = sum(a) + sum(b) + sum(c) ! varied: c x y | useful: a b c
end subroutine f
