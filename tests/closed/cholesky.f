*     x = inv(A) b by Cholesky factors, A symmetric: the triangle UPLO of it is read. With and without blocks.
      SUBROUTINE SPD(BLOCKS, UPLO, N, A, B)
      LOGICAL BLOCKS
      CHARACTER UPLO
      INTEGER N, INFO
      DOUBLE PRECISION A(N,N), B(N)
      IF (BLOCKS) THEN
         CALL DPOTRF(UPLO, N, A, N, INFO)
      ELSE
         CALL DPOTF2(UPLO, N, A, N, INFO)
      END IF
      CALL DPOTRS(UPLO, N, 1, A, N, B, N, INFO)
      END

*     The same where any C will do.
      SUBROUTINE SHIFT(BLOCKS, UPLO, N, C, B)
      LOGICAL BLOCKS
      CHARACTER UPLO
      INTEGER N, I, J
      DOUBLE PRECISION C(N,N), A(N,N), B(N)
      DO J = 1, N
         DO I = 1, N
            A(I,J) = C(I,J) + C(J,I)
         END DO
         A(J,J) = A(J,J) + 2*N
      END DO
      CALL SPD(BLOCKS, UPLO, N, A, B)
      END
