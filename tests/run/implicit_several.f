C Several IMPLICIT statements in one procedure.
C head: f(y)/(x)
      SUBROUTINE F(X,Y)
C     Reals are in double precision,
      IMPLICIT DOUBLE PRECISION (A-B,D-H,O-Z)
C     and what begins with C is complex.
      IMPLICIT COMPLEX*16 (C)
      PARAMETER (TWO=2.0D0)
      CA = DCMPLX(X, TWO*X)
      CALL SQUARE(CA,CB)
      Y = DBLE(CB)
      END
      SUBROUTINE SQUARE(CA,CB)
      IMPLICIT COMPLEX*16 (C)
      IMPLICIT REAL (A)
      ALPHA = 1.5
      CB = CA*CA*ALPHA
      END
