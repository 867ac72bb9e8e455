C     Orbit fit: how far a body on the orbit with the given elements is
C     from the directions in which it was observed.
C
C     Elements: Q perihelion distance, E eccentricity, W argument of the
C     perihelion, TP time of the perihelion passage, GM attraction of the
C     central body. Observations: times TOBS, directions DIR (radians) as
C     seen from (XO, YO), weights WGT. A weight of zero skips one.
      SUBROUTINE ORBIT(M, Q, E, W, TP, GM, TOBS, DIR, WGT, XO, YO,
     +                 COST, NBAD)
      IMPLICIT NONE
      INTEGER M, NBAD
      DOUBLE PRECISION Q, E, W, TP, GM, TOBS(M), DIR(M), WGT(M)
      DOUBLE PRECISION XO, YO, COST
      DOUBLE PRECISION X, Y, ANG, RES, SUMW
      INTEGER J, IERR
      COST = 0.0D0
      SUMW = 0.0D0
      NBAD = 0
      J = 0
   10 J = J + 1
      IF (J .GT. M) GOTO 40
      IF (WGT(J) .LE. 0.0D0) GOTO 10
      CALL PLACE(Q, E, GM, TOBS(J) - TP, X, Y, IERR)
      IF (IERR .EQ. 0) GOTO 20
      NBAD = NBAD + 1
      GOTO 10
   20 ANG = ATAN2(Y*COS(W) + X*SIN(W) - YO, X*COS(W) - Y*SIN(W) - XO)
      RES = SIN(0.5D0*(ANG - DIR(J)))
C     large residuals are outliers: they count linearly
      IF (ABS(RES) .GT. 0.2D0) GOTO 30
      COST = COST + WGT(J)*RES**2
      SUMW = SUMW + WGT(J)
      GOTO 10
   30 COST = COST + WGT(J)*(0.4D0*ABS(RES) - 0.04D0)
      SUMW = SUMW + WGT(J)
      GOTO 10
   40 IF (SUMW .GT. 0.0D0) COST = COST/SUMW
      END
C
C     Place in the plane of the orbit, the perihelion on the X axis, at
C     the time T after the passage. IERR is 1 when no anomaly was found.
      SUBROUTINE PLACE(Q, E, GM, T, X, Y, IERR)
      IMPLICIT NONE
      DOUBLE PRECISION Q, E, GM, T, X, Y
      INTEGER IERR
      DOUBLE PRECISION A, AM, EA, PI
      PARAMETER (PI = 3.14159265358979324D0)
      IERR = 0
      IF (E - 1.0D0) 10, 30, 20
C     ellipse
   10 A = Q/(1.0D0 - E)
      AM = SQRT(GM/A)*T/A
      AM = AM - 2.0D0*PI*ANINT(AM/(2.0D0*PI))
      CALL ELLIPT(E, AM, EA, IERR)
      X = A*(COS(EA) - E)
      Y = A*SQRT(1.0D0 - E*E)*SIN(EA)
      RETURN
C     hyperbola
   20 A = Q/(E - 1.0D0)
      AM = SQRT(GM/A)*T/A
      CALL HYPERB(E, AM, EA, IERR)
      X = A*(E - COSH(EA))
      Y = A*SQRT(E*E - 1.0D0)*SINH(EA)
      RETURN
C     parabola, by Barker's equation
   30 AM = 1.5D0*SQRT(0.5D0*GM/Q)*T/Q
      A = ABS(AM) + SQRT(AM*AM + 1.0D0)
      A = EXP(LOG(A)/3.0D0)
      EA = SIGN(A - 1.0D0/A, AM)
      X = Q*(1.0D0 - EA*EA)
      Y = 2.0D0*Q*EA
      END
C
C     Eccentric anomaly EA with EA - E*SIN(EA) = AM: Newton's steps, kept
C     between two bounds; a step that leaves them is replaced by half of
C     the interval.
      SUBROUTINE ELLIPT(E, AM, EA, IERR)
      IMPLICIT NONE
      DOUBLE PRECISION E, AM, EA
      INTEGER IERR
      DOUBLE PRECISION LOW, HIGH, F, STEP, NEXT
      INTEGER IT
      LOW = AM - E
      HIGH = AM + E
      EA = AM + E*SIN(AM)
      IT = 0
  100 F = EA - E*SIN(EA) - AM
      IF (F .GT. 0.0D0) GOTO 110
      LOW = EA
      GOTO 120
  110 HIGH = EA
  120 STEP = F/(1.0D0 - E*COS(EA))
      NEXT = EA - STEP
      IF (NEXT .LT. LOW .OR. NEXT .GT. HIGH) NEXT = 0.5D0*(LOW + HIGH)
      STEP = NEXT - EA
      EA = NEXT
      IT = IT + 1
      IF (ABS(STEP) .LT. 1.0D-9) GOTO 130
      IF (IT .LT. 60) GOTO 100
      IERR = 1
      RETURN
C     one more step: the derivative converges one step behind the value
  130 EA = EA - (EA - E*SIN(EA) - AM)/(1.0D0 - E*COS(EA))
      END
C
C     Hyperbolic anomaly EA with E*SINH(EA) - EA = AM: Halley's steps.
      SUBROUTINE HYPERB(E, AM, EA, IERR)
      IMPLICIT NONE
      DOUBLE PRECISION E, AM, EA
      INTEGER IERR
      DOUBLE PRECISION S, C, F, D, STEP
      INTEGER IT, MORE
C     ASINH(AM/E), written out
      EA = LOG(ABS(AM)/E + SQRT((AM/E)**2 + 1.0D0))
      IF (AM .LT. 0.0D0) EA = -EA
      MORE = 0
      DO 210 IT = 1, 60
        S = E*SINH(EA)
        C = E*COSH(EA)
        F = S - EA - AM
        D = C - 1.0D0
        STEP = -F/D
        STEP = -F/(D + 0.5D0*STEP*S)
        EA = EA + STEP
        IF (MORE .EQ. 1) GOTO 220
        IF (ABS(STEP) .LT. 1.0D-7) MORE = 1
  210 CONTINUE
      IERR = 1
  220 CONTINUE
      END
