C     Fixed form: COMMON, DATA, EQUIVALENCE, labels, computed GOTO.
      SUBROUTINE LEGACY(N, X, Y, COST, *, *)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N
      DOUBLE PRECISION X(N), Y(*), COST
      PARAMETER (MAX = 10, PI = 3.14159265358979D0)
      DIMENSION WORK(MAX, 2), IND(0:MAX)
      COMMON /BLOCK/ ALPHA, BETA, GAMMA(5)
      COMMON NBLANK
      CHARACTER*8 NAME*4, TITLE
      REAL*8 AR(4), BR(2)
      LOGICAL DONE
      EQUIVALENCE (AR(1), BR(2)), (ZA, ZB)
      EXTERNAL FUNC
      INTRINSIC DSIN
      SAVE COUNT, /BLOCK/
      DATA COUNT /0.0D0/, IND /11*0/, (WORK(I,1), I = 1, MAX) /MAX*1.D0/
      DATA NAME, TITLE /'ABCD', 'A TITLE'/
C
      COST = 0.D0
      K = 1
      IF (N - 1) 10, 20, 30
   10 RETURN 1
   20 CONTINUE
      GOTO (10, 30, 40), K
   30 DO 50 I = 1, N
      DO 50 J = 1, N
        IF (X(I) .GT. Y(J) .AND. .NOT. DONE) GOTO 50
        COST = COST + X(I)*Y(J) - FUNC(X(I), DSIN(PI*Y(J)))
     &       + ALPHA**2/(BETA + GAMMA(1))
   50 CONTINUE
   40 WRITE (6, 900) NAME, COST, (AR(I), I = 1, 4)
      CALL HELPER(X, *10, *20)
      ASSIGN 60 TO LAB
      GOTO LAB, (60, 40)
   60 IF (COST .LT. 0.D0) THEN
        BR(1) = 1.D0
      ELSEIF (COST .GE. 1.D2) THEN
        BR(2) = 2.D0
      ELSE
        ZA = ZB
      ENDIF
C     a very long condition
      IF (X(1) .EQ. 1.D0 .OR. X(2) .NE. 2.D0 .AND.
     1    X(3) .LE. 3.D0 .OR.
     1    Y(1) .GE. 4.D0
     1    .EQV. DONE) STOP 7
      PRINT *, 'a text that is longer than the line of
     1 fixed form can be after all'
      RETURN
  900 FORMAT (1X, A4, 5(F10.4, 1X), 12HHOLLERITH ,X)
      END
      DOUBLE PRECISION FUNCTION FUNC(A, B)
      DOUBLE PRECISION A, B
      FUNC = A*B
      END
      BLOCK DATA INIT
      DOUBLE PRECISION ALPHA, BETA, GAMMA
      COMMON /BLOCK/ ALPHA, BETA, GAMMA(5)
      DATA ALPHA, BETA /1.D0, 2.D0/
      END
