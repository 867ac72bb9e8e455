C     Temperature of a plate whose conductivity depends on temperature,
C     heated by sources, cooled by radiation at its four sides. Explicit
C     steps; the state lives in COMMON.
C
C     HEAT2D runs NT steps from the temperature T0 and measures
C       COST = mean square of (temperature - wanted) at the end
C              + penalty on what exceeds TMAX on the way.
      SUBROUTINE HEAT2D(N1, N2, NT, H, DTIME, T0, C0, C1, EM, SRC, TW,
     +                  TMAX, COST)
      IMPLICIT NONE
      INTEGER N1, N2, NT
      DOUBLE PRECISION H, DTIME
      DOUBLE PRECISION T0(N1,N2), C0, C1, EM, SRC(N1,N2), TW(N1,N2)
      DOUBLE PRECISION TMAX, COST
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION EXCESS, HOT
      INTEGER I, J, IT
      NX = N1
      NY = N2
      HX = H
      HY = H
      DT = DTIME
      COND0 = C0
      COND1 = C1
      EMISS = EM
      TAIR = 0.3D0
      DO 10 J = 1, NY
      DO 10 I = 1, NX
   10 T(I,J) = T0(I,J)
      HOT = 0.0D0
      DO 20 IT = 1, NT
        CALL FLUXES
        CALL SIDES
        CALL ADVANC(N1, N2, SRC)
        CALL HOTTST(TMAX, EXCESS)
        HOT = HOT + EXCESS
   20 CONTINUE
      COST = 0.0D0
      DO 30 J = 1, NY
        DO 30 I = 1, NX
          COST = COST + (T(I,J) - TW(I,J))**2
   30 CONTINUE
      COST = COST/DBLE(NX*NY) + 0.1D0*HOT
      END
C
C     Conductivity at the temperature TT.
      DOUBLE PRECISION FUNCTION CONDUC(TT)
      IMPLICIT NONE
      DOUBLE PRECISION TT
      INCLUDE 'heat2d.inc'
      IF (TT) 10, 10, 20
   10 CONDUC = COND0
      RETURN
   20 CONDUC = COND0*EXP(COND1*LOG(1.0D0 + TT))
      END
C
C     Heat flows between neighbours: QX(I,J) from I to I+1, QY(I,J) from
C     J to J+1, with the harmonic mean of the conductivities.
      SUBROUTINE FLUXES
      IMPLICIT NONE
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION CONDUC
      EXTERNAL CONDUC
      DOUBLE PRECISION A, B
      INTEGER I, J
      DO 40 J = 1, NY
      DO 40 I = 1, NX - 1
        A = CONDUC(T(I,J))
        B = CONDUC(T(I+1,J))
        QX(I,J) = 2.0D0*A*B/(A + B)*(T(I,J) - T(I+1,J))/HX
   40 CONTINUE
      DO 50 J = 1, NY - 1
      DO 50 I = 1, NX
        A = CONDUC(T(I,J))
        B = CONDUC(T(I,J+1))
        QY(I,J) = 2.0D0*A*B/(A + B)*(T(I,J) - T(I,J+1))/HY
   50 CONTINUE
      END
C
C     Outer sides: heat is radiated to the air. Flows are positive towards
C     larger I and J.
      SUBROUTINE SIDES
      IMPLICIT NONE
      INCLUDE 'heat2d.inc'
      INTEGER I, J
      DO 60 J = 1, NY
        QX(0,J) = -EMISS*(T(1,J)**4 - TAIR**4)
   60 QX(NX,J) = EMISS*(T(NX,J)**4 - TAIR**4)
      DO 70 I = 1, NX
        QY(I,0) = -EMISS*(T(I,1)**4 - TAIR**4)
   70 QY(I,NY) = EMISS*(T(I,NY)**4 - TAIR**4)
      END
C
C     One step. Every fourth column lies on a cooling channel; where the
C     channel enters the plate, at J = 1, it cools twice as much.
      SUBROUTINE ADVANC(N1, N2, SRC)
      IMPLICIT NONE
      INTEGER N1, N2
      DOUBLE PRECISION SRC(N1,N2)
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION GAIN, W
      INTEGER I, J, KIND
      DO 90 J = 1, NY
        DO 80 I = 1, NX
          GAIN = SRC(I,J) - (QX(I,J) - QX(I-1,J))/HX
     +         - (QY(I,J) - QY(I,J-1))/HY
C         1 plain, 2 over a channel, 3 over its entry
          KIND = 1
          IF (MOD(I, 4) .EQ. 0) KIND = 2
          IF (KIND .EQ. 2 .AND. J .EQ. 1) KIND = 3
          GOTO (80, 71, 72), KIND
   71     W = 1.5D0
          GOTO 75
   72     W = 3.0D0
   75     GAIN = GAIN - W*(T(I,J) - TAIR)
   80   T(I,J) = T(I,J) + DT*GAIN
   90 CONTINUE
      END
C
C     How much the hottest point exceeds TMAX, smoothly.
      SUBROUTINE HOTTST(TMAX, EXCESS)
      IMPLICIT NONE
      DOUBLE PRECISION TMAX, EXCESS
      INCLUDE 'heat2d.inc'
      DOUBLE PRECISION TOP
      INTEGER I, J
      TOP = T(1,1)
      DO 100 J = 1, NY
      DO 100 I = 1, NX
        IF (T(I,J) .LE. TOP) GOTO 100
        TOP = T(I,J)
  100 CONTINUE
      IF (TOP .GT. TMAX) THEN
        EXCESS = (TOP - TMAX)**2
      ELSE
        EXCESS = 0.0D0
      ENDIF
      END
