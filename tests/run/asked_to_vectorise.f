C Loops of adjoints that compute enough are asked to be vectorised, in fixed form too. Just outside: a loop that the counter of another
C loop names, one that hands something to the next turn, one with a function of the library.
C inputs: n = 20
C inputs: u = 0.3 .. 1.6
C inputs: w = 0.2 .. 1.1
C head: asked(u w)\(u f)
      SUBROUTINE ASKED(N, U, W, F)
      INTEGER N, I, K
      DOUBLE PRECISION U(N), W(N), F, V(100), S
      DO 20 K = 1, 2
        DO 10 I = 2, N-1
          S = U(I+1) - 2.D0*U(I) + U(I-1)
          V(I) = S*W(I)*U(I) + MAX(S*S, 0.1D0*U(I))/(1.D0 + U(I)**2)
   10   CONTINUE
        DO 15 I = 2, N-1
          U(I) = U(I) + 0.1D0*V(I)*(1.D0 + 0.3D0*W(I))*(2.D0 - V(I))
   15   CONTINUE
   20 CONTINUE
      DO 30 I = 2, N
        W(I) = W(I-1)*0.5D0 + U(I)*U(I)*(1.D0 + U(I)*(1.D0 - U(I)))
   30 CONTINUE
      DO 40 I = 1, N
        U(I) = EXP(-U(I))*(1.D0 + W(I)*(2.D0 + W(I)*(3.D0 + W(I))))
   40 CONTINUE
      F = U(1)
      DO 50 I = 2, N
        F = F + U(I)*U(I)*W(I)
   50 CONTINUE
      END
