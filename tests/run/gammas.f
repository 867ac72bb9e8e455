C     GAMMA and LOG_GAMMA in fixed form, active and not, in a loop.
C     head: top(x)\(y)
C     wrong printed: printed again it differs
C     inputs: x = 0.3 .. 4.9
C     inputs: n = 5
      SUBROUTINE TOP(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, BETA
      Y = 0.0D0
      DO 10 I = 1, N - 1
        Y = Y + BETA(X(I), X(I + 1))*GAMMA(X(I))
   10 CONTINUE
      Y = Y + LOG_GAMMA(X(1)**2 + Y**2)
      END
      DOUBLE PRECISION FUNCTION BETA(A, B)
      DOUBLE PRECISION A, B
      BETA = EXP(LOG_GAMMA(A) + LOG_GAMMA(B) - LOG_GAMMA(A + B))
      END
