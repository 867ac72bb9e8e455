C Intrinsics passed for dummy procedures, beside functions of the user's.
C head: f(x)\(y)
      SUBROUTINE F(X, Y)
      DOUBLE PRECISION X, Y, G, APPLY, SIMPSN, DSIN
      EXTERNAL G
      INTRINSIC DSIN, DSQRT, DEXP
      Y = APPLY(G, X) + APPLY(DSIN, X)*APPLY(DSQRT, X)
      Y = Y + SIMPSN(DEXP, 0.D0, X, 4) - SIMPSN(G, X, 2.D0, 4)
      END
      DOUBLE PRECISION FUNCTION APPLY(FN, X)
      DOUBLE PRECISION FN, X
      EXTERNAL FN
      APPLY = FN(X)*FN(2*X)
      END
      DOUBLE PRECISION FUNCTION SIMPSN(FN, A, B, N)
      DOUBLE PRECISION FN, A, B, H
      INTEGER N, I
      EXTERNAL FN
      H = (B - A)/N
      SIMPSN = FN(A) + FN(B)
      DO 10 I = 1, N - 1
        SIMPSN = SIMPSN + (2 + 2*MOD(I, 2))*FN(A + I*H)
   10 CONTINUE
      SIMPSN = SIMPSN*H/3
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X
      G = X**3
      END
