C head: series(x)\(y)
C inputs: x = 0.5 .. 1.5
C Tables of implicit type that DIMENSION alone declares, with values or saved, one with an extent that PARAMETER gives: where their derivatives
C have values, they are declared with their shapes.
      SUBROUTINE SERIES(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (NMAX = 4)
      DIMENSION FACT(4), U(NMAX)
      SAVE
      DATA FACT /1.D0, 2.D0, 6.D0, 24.D0/
      Y = 1.0D0
      DO 10 I = 1, 4
         U(I) = X**I/FACT(I)
         Y = Y + U(I)*U(I)
   10 CONTINUE
      END
