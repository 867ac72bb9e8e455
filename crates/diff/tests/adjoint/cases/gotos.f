C head: gotos(y)/(x)
      SUBROUTINE GOTOS(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      DOUBLE PRECISION T
      INTEGER I
      I = 0
      Y = 0.1D0
      T = X(1)
   10 I = I + 1
      T = T*X(I) + 0.5D0*T
      IF (T .GT. 1.5D0) GOTO 30
      Y = Y + T*T
      IF (I .LT. N) GOTO 10
      Y = Y*T
      GOTO 40
   30 Y = Y - T*T*X(2)
      IF (I .LT. N - 1) GOTO 10
   40 CONTINUE
      IF (Y .LT. 0.0D0) GOTO 50
      Y = Y*Y
   50 Y = Y + T*Y
      END
