C SAVE without a list, of a procedure that is called twice: it saves what the procedure declares, and no tape of its derivative.
C options: -saved own
C head: top(y)/(x)
C inputs: n = 4
C inputs: x(4) = 0.5 .. 1.5
C inputs: kalls = 0
      SUBROUTINE TOP(X,N,Y)
      INTEGER N
      DOUBLE PRECISION X(N),Y,Z
      CALL SQ(X,N,Y)
      CALL SQ(X,N,Z)
      Y=Y*Z
      CALL SCALED(X,N,Z)
      Y=Y*Z
      CALL SCALED(X,N,Z)
      Y=Y*Z
      END
      SUBROUTINE SQ(X,N,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y
      SAVE
      Y=1.D0
      DO 10 I=1,N
        Y=Y*SIN(X(I)*Y)
   10 CONTINUE
      END
      SUBROUTINE SCALED(X,N,Y)
      IMPLICIT REAL*8 (A-H,O-Z)
      SAVE
      LOGICAL FIRST
      DIMENSION X(N),C(2),W(N)
      COMMON /COUNT/ KALLS
      DATA FIRST/.TRUE./, C/0.5D0,0.25D0/
      IF (FIRST) KALLS=0
      IF (FIRST) A=C(1)
      FIRST=.FALSE.
      KALLS=KALLS+1
      Y=C(2)*A
      DO 10 I=1,N
        W(I)=X(I)*Y
        Y=Y+SIN(W(I)*Y)
   10 CONTINUE
      Y=Y*KALLS
      A=Y
      END
