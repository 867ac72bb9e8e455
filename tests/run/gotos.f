C head: gotos(x)\(y)
C inputs: n = 6
C inputs: x = 0.2 .. 2.0
      SUBROUTINE GOTOS(N, X, Y)
      IMPLICIT NONE
      INTEGER N, I, K
      DOUBLE PRECISION X(N), Y, T
      I = 1
      T = 1.0D0
   10 IF (I .GT. N) GO TO 40
      IF (X(I) - 1.0D0) 20, 25, 30
   20 T = T*X(I)
      GO TO 35
   25 T = T + 1.0D0
   30 T = T + X(I)*T
   35 I = I + 1
      GO TO 10
   40 K = 1 + MOD(N, 3)
      GO TO (50, 60, 70), K
   50 Y = T
      RETURN
   60 T = SIN(T)
   70 Y = T*T
      END
