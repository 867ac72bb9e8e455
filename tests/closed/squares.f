*     Least squares: the first N elements of B become the x that minimises |A x - b|.
      SUBROUTINE LSQ(M, N, A, B)
      INTEGER M, N, INFO
      DOUBLE PRECISION A(M,N), B(M), TAU(200), WORK(20000)
      CALL DGEQRF(M, N, A, M, TAU, WORK, 20000, INFO)
      CALL DORMQR('L', 'T', M, 1, N, A, M, TAU, B, M, WORK, 20000, INFO)
      CALL DTRSV('U', 'N', 'N', N, A, M, B, 1)
      END
