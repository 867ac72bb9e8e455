C Initial values by the other name of an EQUIVALENCE: where every variable has a derivative, it starts from zero too.
C options: -nooptim activity
C head: COST(X)\(Y)
      SUBROUTINE COST(X, Y)
      DOUBLE PRECISION X, Y, A, B, T(3), U(3), V(2)
      EQUIVALENCE (A, B)
      EQUIVALENCE (T, U), (U(2), V)
      DATA B /2.0D0/
      DATA U /1.D0, 2.D0, 3.D0/
      Y = A*T(2)*X + T(1)
      IF (X .LT. 0.D0) Y = Y + V(1)
      END
