C head: pair(p1 p2)\(res)
      SUBROUTINE PAIR(P1,P2,RES)
C     Two stations, the second copied to the first through what overlays it.
      PARAMETER (N=4)
      REAL*8 P1(2), P2(2), RES(2), COM1(N), COM2(N)
      REAL*8 X1,U1,V1,W1,X2,U2,V2,W2
      COMMON /S1/ X1,U1,V1,W1
      COMMON /S2/ X2,U2,V2,W2
      EQUIVALENCE (X1,COM1(1)), (X2,COM2(1))
      CALL SET2(P1)
      DO 10 I=1,N
        COM1(I) = COM2(I)
   10 CONTINUE
      CALL SET2(P2)
      CALL DIFF(RES)
      END
      SUBROUTINE SET2(P)
      REAL*8 P(2)
      REAL*8 X2,U2,V2,W2
      COMMON /S2/ X2,U2,V2,W2
      X2 = P(1)
      U2 = 2.0D0*P(1)*P(2)
      V2 = SIN(P(2))
      W2 = 3.0D0
      END
      SUBROUTINE DIFF(RES)
      REAL*8 RES(2)
      PARAMETER (N=4)
      REAL*8 X1,U1,V1,W1,X2,U2,V2,W2, COM1(N), COM2(N)
      COMMON /S1/ X1,U1,V1,W1
      COMMON /S2/ X2,U2,V2,W2
      EQUIVALENCE (X1,COM1(1)), (X2,COM2(1))
      RES(1) = (U2*V2-U1*V1)/(X2+X1)
      RES(2) = W2*U1 + W1*V2*U2
      END
