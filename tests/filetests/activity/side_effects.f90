! A function called inside an expression may change what it can see.
! test: varied, derivative
! head: f from x to y
subroutine f(x, y)
  real(8) :: x, y, c, h
  common /hid/ c
  c = 0.0d0 ! varied: x
  y = 2.0d0 + h(x) ! varied: c x | derivative: yes
  y = c ! varied: c x y | derivative: yes
end subroutine f
real(8) function h(a)
  real(8) :: a, c
  common /hid/ c
  c = a ! varied: a c | derivative: yes
  h = 1.0d0 ! varied: a c
end function h
