C Tables of a first call, as old programs have them: DATA, COMMON, and a jump over what has been done.
C head: rates(t)\(y)
C inputs: n = 4
C inputs: t(4) = 1.5 .. 4.5
C head: chain(t)\(y)
C inputs: n = 4
C inputs: t(4) = 1.5 .. 4.5
      SUBROUTINE RATES(N, T, Y)
      INTEGER N, I
      DOUBLE PRECISION T(N), Y(N), RATE
      EXTERNAL RATE
      DO 10 I = 1, N
        Y(I) = RATE(T(I))*RATE(0.5D0*T(I))
        IF (Y(I) .GT. 1.0D3) GO TO 10
        Y(I) = Y(I)*RATE(T(I) + 1.0D0)
   10 CONTINUE
      END

      DOUBLE PRECISION FUNCTION RATE(T)
      DOUBLE PRECISION T, TAB(8), W
      INTEGER I, IFIRST
      COMMON /TABLES/ TAB
      SAVE IFIRST
      DATA IFIRST /0/
      IF (IFIRST .NE. 0) GO TO 20
      DO 10 I = 1, 8
        TAB(I) = 1.0D0/(I + 0.5D0)
   10 CONTINUE
      IFIRST = 1
   20 CONTINUE
      I = INT(T) + 1
      W = T - AINT(T)
      RATE = TAB(I)*(1.0D0 - W) + TAB(I + 1)*W*W
      IF (RATE .GT. 0.3D0) THEN
        RATE = RATE*T
      ENDIF
      END

      SUBROUTINE CHAIN(N, T, Y)
      INTEGER N, I
      DOUBLE PRECISION T(N), Y(N), S, GAIN
      LOGICAL FIRST
      SAVE FIRST, GAIN
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        GAIN = 1.0D0
        DO 10 I = 1, N
          GAIN = GAIN*1.25D0
   10   CONTINUE
        FIRST = .FALSE.
      ENDIF
      S = GAIN
      DO 20 I = 1, N
        S = S*T(I)*GAIN + SIN(S)
        Y(I) = S*GAIN
   20 CONTINUE
      END
