C head: comp(y)/(x)
C flags: -std=legacy -w
      SUBROUTINE COMP(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      INTEGER I
      Y = 1.0D0
      DO 50 I = 1, N
      GOTO (10, 20, 30), MOD(I, 4)
      Y = Y + X(I)*Y
      GOTO 40
   10 Y = Y*X(I)
      GOTO 50
   20 Y = Y + SIN(X(I))
   30 Y = Y*Y
   40 IF (Y - 0.5D0) 42, 50, 44
   42 Y = Y - X(I)**2
      GOTO 50
   44 Y = 0.7D0*Y*X(I)
   50 CONTINUE
      END
