C     Loops that count by reals: bounds that leave a rest, that vary, downwards, left early, seen behind the loop.
C     head: top(x)\(y)
C     inputs: x = 1.05 .. 1.2
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X(3), Y(3), T, S
      REAL R
      Y(1) = 0.D0
      DO 10 T = 0.D0, 0.95D0, 0.25D0
   10 Y(1) = Y(1) + T*X(1)**2
      Y(1) = Y(1)*(T + X(2))
      S = 0.25D0
      Y(2) = 1.D0
      DO 20 T = X(1), X(2) + 2.D0, S*X(3)
      S = S + X(1)
      IF (T .GT. 2.D0) GO TO 20
      Y(2) = Y(2)*T*X(2)
   20 CONTINUE
      Y(3) = X(3)
      DO 40 R = 1., -1., -.3
      IF (R .LT. -.6) GO TO 50
      DO 30 T = 1.D0, 3.D0
   30 Y(3) = Y(3) + R*T*Y(3)*X(1)/10.D0
   40 CONTINUE
   50 Y(3) = Y(3) + R
      DO 60 T = 5.D0, 4.D0, 0.5D0
   60 Y(3) = Y(3)*X(2)
      END
