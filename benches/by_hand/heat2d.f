C     The adjoint of examples/heat2d, written by hand statement by
C     statement: the temperatures that each step starts from are kept,
C     conductivities are computed again. The gradient is that of COST with
C     respect to T0, C0, C1 and EM.
      SUBROUTINE HEAT2DHAND(N1, N2, NT, H, DTIME, T0, T0B, C0, C0B, C1,
     +                      C1B, EM, EMB, SRC, SRCB, TW, TMAX, COSTB)
      IMPLICIT NONE
      INTEGER N1, N2, NT
      DOUBLE PRECISION H, DTIME, T0(N1,N2), C0, C1, EM, SRC(N1,N2)
      DOUBLE PRECISION TW(N1,N2), TMAX, COSTB
      DOUBLE PRECISION T0B(N1,N2), C0B, C1B, EMB, SRCB(N1,N2)
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION KEPT(MX,MY,NT), TB(MX,MY), QXB(0:MX,MY)
      DOUBLE PRECISION QYB(MX,0:MY), TOPS(NT), GAINB, W, C, D
      INTEGER AT(2,NT), I, J, IT
      NX = N1
      NY = N2
      HX = H
      HY = H
      DT = DTIME
      COND0 = C0
      COND1 = C1
      EMISS = EM
      TAIR = 0.3D0
      DO J = 1, NY
        DO I = 1, NX
          T(I,J) = T0(I,J)
        END DO
      END DO
      DO IT = 1, NT
        KEPT(:,:,IT) = T
        CALL FLUXES
        CALL SIDES
        CALL ADVANC(N1, N2, SRC)
        TOPS(IT) = T(1,1)
        AT(1,IT) = 1
        AT(2,IT) = 1
        DO J = 1, NY
          DO I = 1, NX
            IF (T(I,J) .GT. TOPS(IT)) THEN
              TOPS(IT) = T(I,J)
              AT(1,IT) = I
              AT(2,IT) = J
            ENDIF
          END DO
        END DO
      END DO
      C0B = 0.0D0
      C1B = 0.0D0
      EMB = 0.0D0
      TB = 0.0D0
      DO J = 1, NY
        DO I = 1, NX
          SRCB(I,J) = 0.0D0
          TB(I,J) = 2.0D0*(T(I,J) - TW(I,J))*COSTB/DBLE(NX*NY)
        END DO
      END DO
      DO IT = NT, 1, -1
        IF (TOPS(IT) .GT. TMAX) THEN
          I = AT(1,IT)
          J = AT(2,IT)
          TB(I,J) = TB(I,J) + 0.2D0*(TOPS(IT) - TMAX)*COSTB
        ENDIF
        T = KEPT(:,:,IT)
C       the step
        QXB = 0.0D0
        QYB = 0.0D0
        DO J = 1, NY
          DO I = 1, NX
            GAINB = DT*TB(I,J)
            W = 0.0D0
            IF (MOD(I, 4) .EQ. 0) THEN
              W = 1.5D0
              IF (J .EQ. 1) W = 3.0D0
            ENDIF
            TB(I,J) = TB(I,J) - W*GAINB
            SRCB(I,J) = SRCB(I,J) + GAINB
            QXB(I,J) = QXB(I,J) - GAINB/HX
            QXB(I-1,J) = QXB(I-1,J) + GAINB/HX
            QYB(I,J) = QYB(I,J) - GAINB/HY
            QYB(I,J-1) = QYB(I,J-1) + GAINB/HY
          END DO
        END DO
C       the sides
        DO J = 1, NY
          EMB = EMB + (T(NX,J)**4 - TAIR**4)*QXB(NX,J)
     +        - (T(1,J)**4 - TAIR**4)*QXB(0,J)
          TB(NX,J) = TB(NX,J) + 4.0D0*EMISS*T(NX,J)**3*QXB(NX,J)
          TB(1,J) = TB(1,J) - 4.0D0*EMISS*T(1,J)**3*QXB(0,J)
        END DO
        DO I = 1, NX
          EMB = EMB + (T(I,NY)**4 - TAIR**4)*QYB(I,NY)
     +        - (T(I,1)**4 - TAIR**4)*QYB(I,0)
          TB(I,NY) = TB(I,NY) + 4.0D0*EMISS*T(I,NY)**3*QYB(I,NY)
          TB(I,1) = TB(I,1) - 4.0D0*EMISS*T(I,1)**3*QYB(I,0)
        END DO
C       the flows
        DO J = 1, NY
          DO I = 1, NX - 1
            CALL FLOWB(T(I,J), TB(I,J), T(I+1,J), TB(I+1,J), C0B, C1B,
     +                 QXB(I,J)/HX)
          END DO
        END DO
        DO J = 1, NY - 1
          DO I = 1, NX
            CALL FLOWB(T(I,J), TB(I,J), T(I,J+1), TB(I,J+1), C0B, C1B,
     +                 QYB(I,J)/HY)
          END DO
        END DO
      END DO
      DO J = 1, NY
        DO I = 1, NX
          T0B(I,J) = TB(I,J)
        END DO
      END DO
      END
C
C     One flow: Q = 2*A*B/(A + B)*(T1 - T2)
      SUBROUTINE FLOWB(T1, T1B, T2, T2B, C0B, C1B, QB)
      IMPLICIT NONE
      DOUBLE PRECISION T1, T1B, T2, T2B, C0B, C1B, QB
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION A, B, LA, LB, S
      CALL CONDL(T1, A, LA)
      CALL CONDL(T2, B, LB)
      S = 2.0D0*A*B/(A + B)*QB
      T1B = T1B + S
      T2B = T2B - S
      S = 2.0D0*(T1 - T2)*QB/(A + B)**2
      CALL CONDB(T1, T1B, A, LA, B*B*S, C0B, C1B)
      CALL CONDB(T2, T2B, B, LB, A*A*S, C0B, C1B)
      END
C
C     A conductivity and the logarithm in it.
      SUBROUTINE CONDL(TT, A, L)
      IMPLICIT NONE
      DOUBLE PRECISION TT, A, L
      INCLUDE 'heat2d.inc'
      L = 0.0D0
      IF (TT .GT. 0.0D0) L = LOG(1.0D0 + TT)
      A = COND0
      IF (TT .GT. 0.0D0) A = COND0*EXP(COND1*L)
      END
C
      SUBROUTINE CONDB(TT, TTB, A, L, AB, C0B, C1B)
      IMPLICIT NONE
      DOUBLE PRECISION TT, TTB, A, L, AB, C0B, C1B
      INCLUDE 'heat2d.inc'
      C0B = C0B + A/COND0*AB
      IF (TT .GT. 0.0D0) THEN
        C1B = C1B + L*A*AB
        TTB = TTB + COND1*A/(1.0D0 + TT)*AB
      ENDIF
      END
