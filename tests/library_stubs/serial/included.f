      PROGRAM MAIN
      IMPLICIT NONE
      INTEGER CALLS, BEFORE, I
      COMMON /COUNTED/ CALLS
      DOUBLE PRECISION X(3), D(3), XB(3), S(3), F, G, FD, FB, H, DOT
      H = 1D-5
      DO I = 1, 3
        X(I) = 0.3D0*I
        D(I) = 1D0 - 0.7D0*I
        S(I) = X(I) + H*D(I)
      END DO
      CALL COST(S, F, 3)
      DO I = 1, 3
        S(I) = X(I) - H*D(I)
      END DO
      CALL COST(S, G, 3)
      G = (F - G)/(2*H)
      CALL COST_D(X, D, F, FD, 3)
      BEFORE = CALLS
      FB = 1
      CALL COST_B(X, XB, F, FB, 3)
      IF (CALLS .NE. BEFORE + 1) PRINT *, 'broadcasts', CALLS - BEFORE
      DOT = XB(1)*D(1) + XB(2)*D(2) + XB(3)*D(3)
      IF (ABS(FD - G) .LT. 1D-7 .AND. ABS(DOT - FD) .LT. 1D-12) THEN
        PRINT '(A)', 'right'
      ELSE
        PRINT *, 'wrong', G, FD, DOT
      END IF
      END
      SUBROUTINE MPI_COMM_RANK(COMM, RANK, IERR)
      INTEGER COMM, RANK, IERR
      RANK = COMM - 91
      IERR = 0
      END
      SUBROUTINE MPI_BCAST(BUFFER, COUNT, TYPE, ROOT, COMM, IERR)
      DOUBLE PRECISION BUFFER(*)
      INTEGER COUNT, TYPE, ROOT, COMM, IERR, CALLS
      COMMON /COUNTED/ CALLS
      DATA CALLS /0/
      CALLS = CALLS + 1
      IERR = 0
      END
