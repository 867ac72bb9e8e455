! Another layout of the same block shares storage, byte by byte.
! test: varied, useful, globals
! head: f from x to y
subroutine f(x, y)     ! globals: p=a q=a
  real(8) :: x, y, p, q, r
  common /blk/ p, q, r
  p = x                ! varied: x p | useful: x
  q = 2.0d0            ! varied: x p | useful: p
  r = 3.0d0            ! varied: x p | useful: p q
  call g               ! varied: x p q | useful: p q r
  y = q + r            ! varied: x p q y | useful: q r
end subroutine f
subroutine g           ! globals: v=vua
  real(8) :: v(2), w
  common /blk/ v, w
  v(2) = v(1)*v(2)     ! varied: /blk/[0,8) /blk/[8,16) | useful: /blk/[0,8) /blk/[8,16)
end subroutine g
