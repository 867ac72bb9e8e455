*     x = inv(A) b by Gaussian elimination.
      SUBROUTINE GAUSS(N, A, B)
      INTEGER N, INFO, IPIV(1000)
      DOUBLE PRECISION A(N,N), B(N)
      CALL DGETRF(N, N, A, N, IPIV, INFO)
      CALL DGETRS('N', N, 1, A, N, IPIV, B, N, INFO)
      END
