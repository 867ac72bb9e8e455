C What EQUIVALENCE ties to a local that keeps its value keeps its own.
C options: -saved own
C head: TWICE(Y)/(X)
C inputs: X = 0.5 .. 1.5
C head: FIXED(Y)/(X)
C inputs: X = 0.5 .. 1.5
      SUBROUTINE STEP(X, Y)
      DOUBLE PRECISION X, Y, V(4), T(0:1), U(2)
      EQUIVALENCE (V(3), T(1)), (U(1), T(0))
      DATA V /0.5D0, 0.25D0, 1.25D0, -0.5D0/
      Y = X*SIN(0.5D0*T(1) + X) + U(1)
      T(1) = Y*V(3)
      U(1) = U(1)*X
      END
      SUBROUTINE TWICE(X, Y)
      DOUBLE PRECISION X, Y, Z
      CALL STEP(X, Y)
      CALL STEP(Y*X, Z)
      Y = Y*Z
      END
      SUBROUTINE FIXED(X, Y)
      DOUBLE PRECISION X, Y, V(4), T(0:1)
      EQUIVALENCE (V(3), T(1))
      SAVE V
      DATA V /0.5D0, 0.25D0, 1.25D0, -0.5D0/
      Y = X*SIN(0.5D0*T(1) + X)*T(0)
      END
