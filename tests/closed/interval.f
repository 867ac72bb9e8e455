      SUBROUTINE INTERV(LAM, P1, P2, RES)
C     The Newton residuals of XFOIL between two stations of a boundary
C     layer; LAM: 1 laminar, 2 turbulent, 3 wake. Of a station: shear
C     or amplification, momentum and displacement thickness, velocity,
C     place.
      IMPLICIT REAL(M)
      INCLUDE 'XBL.INC'
      INTEGER LAM
      REAL P1(5), P2(5), RES(3)
      SIMI = .FALSE.
      TRAN = .FALSE.
      TURB = LAM.GE.2
      WAKE = LAM.EQ.3
      CALL BLPRV(P1(5),P1(1),P1(1),P1(2),P1(3),0.0,P1(4))
      CALL BLKIN
      CALL BLVAR(LAM)
      DO 3 I=1, NCOM
        COM1(I) = COM2(I)
    3 CONTINUE
      CALL BLPRV(P2(5),P2(1),P2(1),P2(2),P2(3),0.0,P2(4))
      CALL BLKIN
      CALL BLSYS
      DO 4 K=1, 3
        RES(K) = VSREZ(K)
    4 CONTINUE
      END
