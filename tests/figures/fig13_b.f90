! figure 13 of RR-7957, head: "fig13_b(s a x)/(s a x)"
! Adjoints of array operations: a sum with a mask.
SUBROUTINE FIG13_B(n, s, a, x, b)
  IMPLICIT NONE
  INTEGER :: n
  REAL :: s, a(n), x, b(n)
  s = s &
    + SUM(a(:)*x, mask=b(:)>0)
END SUBROUTINE FIG13_B
