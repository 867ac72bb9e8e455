C head: series(x)\(y)
C inputs: x = 0.5 .. 1.5
C A table of implicit type that is declared by DIMENSION alone, with values: its derivative is declared at once.
      SUBROUTINE SERIES(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION FACT(4)
      SAVE FACT
      DATA FACT /1.D0, 2.D0, 6.D0, 24.D0/
      Y = 1.0D0
      DO 10 I = 1, 4
         Y = Y + X**I/FACT(I)
   10 CONTINUE
      END
