! figure 13 of RR-7957, head: "fig13_d(a c d)/(a c d)"
! Adjoints of array operations: sections with different bounds, and a sum along one dimension.
SUBROUTINE FIG13_D(n, a, c, d)
  IMPLICIT NONE
  INTEGER :: n
  REAL :: a(n), c(0:n-1), d(n,n)
  a(1:n) = c(0:n-1) &
    *SUM(d(:,:), dim=2)
END SUBROUTINE FIG13_D
