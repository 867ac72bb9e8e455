! figure 6 of RR-7957, head: "fig6(a b x)/(a b x)"
! Differentiation of a simple assignment. All three are in both lists, so that the adjoints of `b` and `x` are incremented.
SUBROUTINE FIG6(n, i, j, x, a, b)
  IMPLICIT NONE
  INTEGER :: n, i, j
  REAL :: x, a(n), b(n)
  a(i) = x*b(j) + COS(a(i))
END SUBROUTINE FIG6
