      SUBROUTINE PART(X, Y, N)
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER N, IERR, STAT(MPI_STATUS_SIZE)
      DOUBLE PRECISION X(N), Y, W
      INTEGER I
      W = 2
      STAT(1) = 0
      CALL MPI_BCAST(W, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD,
     &  IERR)
      Y = 0
      DO I = 1, N
        Y = Y + W*X(I)**2
      END DO
      END
      SUBROUTINE COST(X, Y, N)
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER N, IRANK, IERR
      DOUBLE PRECISION X(N), Y
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, IRANK, IERR)
      CALL PART(X, Y, N)
      IF (IRANK .EQ. 0) Y = Y*Y
      END
