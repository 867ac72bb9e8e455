C A fixed point whose loop is left by GOTO to the statement behind it, which is what EXIT is; other jumps lead there too.
C head: FIX(P)\(Z)
C inputs: P = 0.5 .. 1.0
      SUBROUTINE FIX(P, Z)
      DOUBLE PRECISION P, Z, O
      INTEGER K
      Z = 0.D0
      IF (P .LT. 0.D0) GOTO 20
C$AD FP-LOOP "Z" 1.D-14
      DO 10 K = 1, 100
        O = Z
        Z = 0.5D0*COS(Z) + 0.2D0*P
        IF (ABS(Z-O) .LT. 1.D-15) GOTO 20
   10 CONTINUE
   20 Z = Z*P
      RETURN
      END
