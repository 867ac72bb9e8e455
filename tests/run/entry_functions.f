C     Statement functions behind ENTRY.
C     head: top(x a)\(y)
      SUBROUTINE TOP(X, A, Y)
      DOUBLE PRECISION X, A, Y, Z
      CALL F1(X, A, Y)
      CALL F2(X, A, Z)
      Y = Y + Z
      END
      SUBROUTINE F1(X, A, Y)
      DOUBLE PRECISION X, A, Y, ARR, T
      ARR(T) = A*EXP(-T)
      Y = ARR(X)
      RETURN
      ENTRY F2(X, A, Y)
      Y = ARR(X)*2.D0
      END
