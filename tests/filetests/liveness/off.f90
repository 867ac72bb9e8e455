! test: dead
! head: f from x to y
! no liveness
subroutine f(x, y)
  real(8) :: x, y
  y = 2.0d0*x
  x = 1.0d0
end subroutine f
