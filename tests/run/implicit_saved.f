C A function that has its type by its first letter keeps a value, and so does its caller: their copies need types.
C head: F(X)\(F)
      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, XBIG
      LOGICAL FIRST
      SAVE FIRST, NT, XBIG
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        NT = NTERM(3)
        XBIG = 10.0D0
      END IF
      FIRST = .FALSE.
      F = X*X*NT
      IF (X.GT.XBIG) F = X
      RETURN
      END
      FUNCTION NTERM(N)
      SAVE ICALL
      DATA ICALL /0/
      ICALL = ICALL + 1
      NTERM = N + MIN(ICALL,1)
      RETURN
      END
