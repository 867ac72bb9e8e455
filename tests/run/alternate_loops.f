C head: top(x)\(y)
C inputs: x = 0.2 .. 0.9
C inputs: n=5
      SUBROUTINE TOP(N, X, Y)
      INTEGER N, I, K
      DOUBLE PRECISION X(N), Y, T
      Y = 1.0D0
      K = 0
      DO 100 I = 1, N
        T = X(I)
        CALL PICK(*30, T, I, *40)
        Y = Y + T
        GOTO 100
   30   Y = Y*T
        CALL INNER(Y, T, *100)
        K = K + 1
        GOTO 100
   40   Y = Y - SIN(T)*K
  100 CONTINUE
      IF (Y .GT. 1.0D3) CALL INNER(Y, X(1), *200)
      Y = Y*X(N)
  200 RETURN
      END
      SUBROUTINE PICK(*, T, I, *)
      DOUBLE PRECISION T
      INTEGER I, J
      J = MOD(I, 3)
      T = T*T + 0.5D0
      IF (J .EQ. 1) RETURN 1
      T = EXP(-T)
      RETURN J
      END
      SUBROUTINE INNER(A, B, *)
      DOUBLE PRECISION A, B
      A = A*(1.0D0 + B)
      IF (A .LT. 3.0D0) RETURN 1
      A = A*0.25D0
      END
