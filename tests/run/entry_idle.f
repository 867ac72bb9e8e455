C The parts of a subprogram with ENTRY take dummies that only the others use: derivatives and copies mention them, so that no compiler complains.
C head: IDLEE(Q)/(T,P)
C inputs: T = 0.5 .. 1.5
C inputs: P = 0.5 .. 1.5
      SUBROUTINE IDLED(T,P,R,W)
      DOUBLE PRECISION T,P,R,W(*),XMU
      R=P*P/T+W(1)
      RETURN
      ENTRY IDLEV(T,P,XMU,W)
      XMU=T*T
      RETURN
      END
      SUBROUTINE IDLEE(T,P,Q)
      DOUBLE PRECISION T,P,Q,R,XMU,W(2)
      W(1)=T*P
      W(2)=0.D0
      CALL IDLED(T,P,R,W)
      CALL IDLEV(T,P,XMU,W)
      Q=R*XMU
      END
