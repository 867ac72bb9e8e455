C head: gotos2(y)/(x)
C n = 8
      SUBROUTINE GOTOS2(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      DOUBLE PRECISION T
      INTEGER I, J
      Y = 0.3D0
      T = 1.0D0
      DO 60 J = 1, N
        I = J
   10   CONTINUE
        T = T*X(I) + 0.5D0*T
        IF (T .GT. 3.0D0) GOTO 70
        IF (T .GT. 1.5D0) THEN
          T = 0.4D0*T*T
          IF (I .GT. 5) GOTO 60
        ENDIF
        Y = Y + T*Y*X(J)
        I = I + 2
        IF (I .LE. N) GOTO 10
        IF (Y .GT. 50.0D0) RETURN
        Y = 0.5D0*Y*Y
   60 CONTINUE
      Y = Y*T
   70 Y = Y + T*X(1)
      IF (Y .GT. 10.0D0) GOTO 80
      Y = Y*Y
      IF (Y .LT. 0.01D0) RETURN
   80 Y = SIN(Y)
      END
