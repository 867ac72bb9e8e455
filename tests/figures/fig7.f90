! figure 7 of RR-7957, head: "fig7(a c)/(a b c)"
! Tangent and adjoint of code with control.
SUBROUTINE FIG7(n, m, a, B, c)
  IMPLICIT NONE
  INTEGER :: n, m, i
  REAL :: a, B(1000), c
  DO i=3*n*m,1000
    a = a - 2*B(i)
    IF (a.gt.0) THEN
      c = c*a
    ENDIF
  ENDDO
END SUBROUTINE FIG7
