C head: tangle(y)/(x)
      SUBROUTINE TANGLE(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      DOUBLE PRECISION T
      INTEGER I
      I = 0
      Y = 0.1D0
      T = X(1)
      IF (T .GT. 0.2D0) GOTO 20
   10 I = I + 1
      T = T*X(I) + 0.5D0*T
   20 Y = Y + T*T*X(1)
      I = I + 1
      IF (I .GE. N) GOTO 30
      IF (MOD(I,2) .EQ. 0) THEN
        Y = Y*Y
        IF (Y .GT. 1.0D0) GOTO 10
        T = T*Y
      ENDIF
      GOTO 20
   30 Y = Y*T
      END
