C     Constants that only DATA or SAVE declare: implicit types, DATA before the type, parts of arrays, implied DO.
C     head: consts(x)\(y)
      SUBROUTINE CONSTS(X, Y)
      DOUBLE PRECISION X, Y, W(3), D2
      DATA GAM / 1.4E0 /
      DATA B, C / 2*0.5E0 /
      DATA D2 / 3.0D0 /
      DATA LATE / 2 /
      DOUBLE PRECISION SCALE
      DATA SCALE / 0.25D0 /
      DATA (W(I), I = 1, 2) / 1.0D0, 2.0D0 /, W(3) / 4.0D0 /
      SAVE TOTAL
      IF (X .GT. 100.0D0) TOTAL = 1.0E0
      Y = GAM*X**2 + B*SIN(X) + C*D2*EXP(-X) + SCALE*X**LATE
      DO 10 I = 1, 3
        IF (X .GT. -5.0D0) THEN
          Q = GAM
        END IF
        Y = Y + W(I)*X*Y*1.0D-1*Q
   10 CONTINUE
      END
