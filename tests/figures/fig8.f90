! figure 8 of RR-7957, head: "fig8(d e)/(a b c)"
! Effect of activity analysis on the tangent: `a` is not varied after it receives a constant, `e` is not useful before it is
! truncated.
SUBROUTINE FIG8(a, b, c, d, e)
  IMPLICIT NONE
  REAL :: a, b, c, d, e
  REAL :: x
  x = a*b
  a = 5.0
  d = a*c
  e = a/x
  e = floor(e)
END SUBROUTINE FIG8
