C     Extents that have their types behind the arrays that are made of them, as old programs declare.
C     head: top(x)\(y)
C     inputs: x = 0.2 .. 0.9
C     inputs: n = 3
C     inputs: m = 2
C     inputs: k = 2
C     options: -nocheckpoint column
      SUBROUTINE TOP(X, Y, N, M, K)
      DOUBLE PRECISION X(N, M), Y(N)
C     The number of rows.
      INTEGER N
      INTEGER IW(K), M, K
      DO 10 I = 1, K
   10 IW(I) = I
      DO 20 I = 1, K
   20 CALL COLUMN(X(1, IW(I)), Y, N)
      END
      SUBROUTINE COLUMN(A, B, L)
      DIMENSION A(L), B(L), W(2, 2)
      DOUBLE PRECISION A, B, W
      INTEGER L
      W(1, 1) = A(1)*A(L)
      DO 10 I = 1, L
      B(I) = A(I)**2*W(1, 1)
   10 W(1, 1) = B(I) + A(I)
      END
