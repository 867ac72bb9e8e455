C head: top
C inputs: n = 3
C inputs: m = 2
C The head says nothing of COMMON: what is called below sets its derivative and its integer by the names that they have there.
      SUBROUTINE TOP(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      CALL MIDDLE(N, X, Y)
      END

      SUBROUTINE MIDDLE(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y, S
      CALL START(N, X, S)
      CALL FINISH(S, Y)
      END

      SUBROUTINE START(N, X, S)
      INTEGER N, M, I
      DOUBLE PRECISION X(N), S, W(3)
      COMMON /WEIGHT/ W, M
      S = 0.D0
      DO I = 1, M
        S = S + X(I)**2*W(I)
        W(I) = SIN(S)
      END DO
      END

      SUBROUTINE FINISH(S, Y)
      INTEGER M
      DOUBLE PRECISION S, Y, W(3)
      COMMON /WEIGHT/ W, M
      Y = S*W(M) + W(3)
      END
