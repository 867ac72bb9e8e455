C     Constants of implicit type, and a COMMON block that they dimension, in each unit anew.
C head: total(x)\(y)
C inputs: n = 4
C inputs: x(4) = 0.5 .. 1.0
      SUBROUTINE TERM(I, T)
      IMPLICIT REAL*8 (A-H,O-Z)
      PARAMETER (MAXN=4, SCAL=2.5D0)
      PARAMETER (NSQ=MAXN*MAXN)
      COMMON /WORK/ Z(MAXN), S(NSQ)
      T=0.D0
      DO 10 J=1,MAXN
      S(J+(I-1)*MAXN)=Z(I)*Z(J)*SCAL
   10 T=T+SIN(S(J+(I-1)*MAXN))
      END

      SUBROUTINE TOTAL(N, X, Y)
      IMPLICIT REAL*8 (A-H,O-Z)
      PARAMETER (MAXN=4)
      PARAMETER (NSQ=MAXN*MAXN)
      DIMENSION X(N)
      COMMON /WORK/ Z(MAXN), S(NSQ)
      Y=0.D0
      DO 20 I=1,N
   20 Z(I)=X(I)**2
      DO 30 I=1,N
      CALL TERM(I, T)
   30 Y=Y+T*X(I)
      END
