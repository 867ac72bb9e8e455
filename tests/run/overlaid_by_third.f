C Two arrays that share storage by way of a third one, which no statement names: their derivatives share theirs in the same way.
C head: COST(X)\(Y)
      SUBROUTINE COST(X, Y)
      DOUBLE PRECISION X, Y, T(3), U(3), V(2)
      EQUIVALENCE (T, U), (U(2), V)
      T(2) = X*X
      Y = V(1)*X
      END
