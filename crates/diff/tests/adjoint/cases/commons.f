C head: outer(y)/(x)
      SUBROUTINE INNER(A)
      DOUBLE PRECISION A, P, Q
      COMMON /CC/ P, Q
      P = P*A
      Q = Q + SIN(P)
      END
      SUBROUTINE OUTER(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, P, Q
      COMMON /CC/ P, Q
      P = X(1)
      Q = 0.5D0
      DO 10 I = 2, N
        CALL INNER(X(I))
        P = P + Q*X(I)
   10 CONTINUE
      Y = P*Q
      END
