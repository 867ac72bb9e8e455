C     Loops made by GOTO save in small arrays: more than they hold, left in two
C     ways, one in another; a function evaluated in both sweeps.
C     head: ROOTS(X E)\(Y)
C     inputs: M = 60
C     inputs: X(60) = 0.3 .. 2.5
C     inputs: E = 0.3 .. 0.6
      SUBROUTINE ROOTS(M, X, E, Y)
      IMPLICIT NONE
      INTEGER M
      DOUBLE PRECISION X(M), E, Y
      DOUBLE PRECISION Z, F, G
      INTEGER J, IT
      Y = 0.0D0
      J = 1
   10 IF (J .GT. M) GOTO 90
      Z = X(J)
      IT = 0
   20 F = Z - E*SIN(Z) - X(J)
      IF (ABS(F) .LT. 1.0D-9) GOTO 40
      G = 1.0D0 - E*COS(Z)
      IF (F .GT. 1.0D0) THEN
        Z = Z - 0.5D0*F/G
      ELSE
        Z = Z - 0.8D0*F/G
      ENDIF
      IT = IT + 1
      IF (IT .LT. 12) GOTO 20
      Y = Y + Z*Z
      GOTO 50
   40 Y = Y + SIN(Z)
   50 J = J + 1
      GOTO 10
   90 CONTINUE
      END
