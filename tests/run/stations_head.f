C head: shift(u2 v2 k)\(u1 v1 w2)
C The head names members of COMMON that other names overlay.
      SUBROUTINE SHIFT(K)
      PARAMETER (N=3)
      DIMENSION COM1(N), COM2(N)
      DOUBLE PRECISION COM1, COM2, U1, V1, W1, U2, V2, W2, K
      COMMON /S1/ U1,V1,W1
      COMMON /S2/ U2,V2,W2
      EQUIVALENCE (U1,COM1(1)), (U2,COM2(1))
      W2 = K*U2
      DO 10 I=1,N
        COM1(I) = COM2(I)*COM2(N-I+1)
   10 CONTINUE
      U2 = SIN(W1)
      W2 = W2*V1 + U2
      END
