! figure 13 of RR-7957, head: "fig13_a(a x)/(a x)"
! Adjoints of array operations: a scalar spread over an array.
SUBROUTINE FIG13_A(n, a, x)
  IMPLICIT NONE
  INTEGER :: n
  REAL :: a(n), x
  a(:) = 2.9*a(:) + x
END SUBROUTINE FIG13_A
