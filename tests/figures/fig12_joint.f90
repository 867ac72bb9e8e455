! figure 12 of RR-7957, head: "fig12(y b)/(x z s)"
! With checkpointing: the call is run again in the backward sweep, from a snapshot.
! `a` and `x` are overwritten after the call; the third argument of FOO is active in the other call.
SUBROUTINE FIG12(a, x, c, z, s, y, b)
  IMPLICIT NONE
  REAL :: a, x, c, z, s, y, b
  REAL :: FOO
  EXTERNAL FOO
  y = FOO(a, x, 2.5)
  a = a*c
  x = x*y
  y = y + x*x
  b = FOO(c, z, s)
  b = b*b*a
END SUBROUTINE FIG12

FUNCTION FOO(a, x, t)
  IMPLICIT NONE
  REAL :: FOO, a, x, t
  FOO = a*SIN(x)*t*t
END FUNCTION FOO
