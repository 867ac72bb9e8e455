! figure 13 of RR-7957, head: "fig13_c(a r)/(a r)"
! Adjoints of array operations: an assignment under a mask.
SUBROUTINE FIG13_C(n, a, r, t)
  IMPLICIT NONE
  INTEGER :: n
  REAL :: a(n), r, t(n)
  where(t(:)<0) a(:) = r*r
END SUBROUTINE FIG13_C
