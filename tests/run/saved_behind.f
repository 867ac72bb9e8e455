! What a function keeps, which stands behind its caller.
! head: MODEL(X)\(Y)
! inputs: x = 0.8
      SUBROUTINE MODEL(X, Y)
      DOUBLE PRECISION X, Y, TINT
      EXTERNAL TINT
      Y = TINT(X)
      Y = Y*TINT(Y)
      END
      DOUBLE PRECISION FUNCTION TINT(X)
      DOUBLE PRECISION X
      INTEGER LAST
      SAVE LAST
      DATA LAST /1/
      IF (X .GT. 1D0) LAST = 2
      TINT = X**2*LAST
      END
