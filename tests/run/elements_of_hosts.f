C An array of unknown extent of which an internal procedure changes two elements: these are saved.
C head: F(Y)/(X)
C inputs: N = 3
C inputs: X(4) = 0.5 .. 1.5
C refused without snapshot: RT0432
      SUBROUTINE F(X, N, Y)
      INTEGER N, K
      DOUBLE PRECISION X(*), Y
      Y = 0.5D0
      DO K = 1, N
        CALL STEP
        Y = Y + X(K)*X(1)
      END DO
      CONTAINS
      SUBROUTINE STEP
        X(K) = X(K)*X(K)
        X(K+1) = SIN(X(K))*X(K+1)
        Y = Y*X(K)
      END SUBROUTINE
      END
