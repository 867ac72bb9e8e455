C head: top(x)\(y)
C inputs: n = 3
C Blank COMMON of three lengths, active at its end: the derivatives' block is as long everywhere.
      SUBROUTINE TOP(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y
      CALL START(X(1))
      DO I = 1, N
        CALL STEP(X(I))
      END DO
      CALL FINISH(Y)
      END

      SUBROUTINE START(S)
      DOUBLE PRECISION S, A, B
      COMMON A(3), B(2)
      A(1) = S
      A(2) = SIN(S)
      A(3) = 1.D0
      B(1) = S*S
      B(2) = 2.D0
      END

      SUBROUTINE STEP(T)
      DOUBLE PRECISION T, A
      COMMON A(3)
      A(1) = A(1)*A(2) + T
      A(3) = A(3)*T + A(1)
      END

      SUBROUTINE FINISH(Y)
      DOUBLE PRECISION Y, A, B
      COMMON A(3), B
      Y = A(1)*B + A(3)**2
      END
