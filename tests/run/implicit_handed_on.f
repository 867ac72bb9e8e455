C A procedure that keeps values is copied, and its calls hand on a function that the caller types by IMPLICIT.
C head: driver(x)\(f)
C inputs: x = 0.5 .. 1.5
      SUBROUTINE DRIVER(X, F)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      EXTERNAL FUN1
      CALL ROMB(FUN1, X, R)
      F = R*R
      END
      DOUBLE PRECISION FUNCTION FUN1(X)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      FUN1 = SIN(X)
      END
      SUBROUTINE ROMB(FUN, A, R)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      EXTERNAL FUN
      LOGICAL DONE
      SAVE DONE, P
      DATA DONE /.FALSE./
      IF (.NOT. DONE) THEN
        P = 4.0D0
        DONE = .TRUE.
      ENDIF
      R = P*FUN(A)
      END
