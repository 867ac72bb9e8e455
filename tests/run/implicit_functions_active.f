C head: g(x)\(y)
C inputs: n = 3
C An active function of implicit type, which calls one that is not active.
      SUBROUTINE G(X,Y,N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      Y = 0
      DO 10 I=1,N
        Y = Y + CURVE(X,I)/STEPS(I)
   10 CONTINUE
      END
      FUNCTION CURVE(X,I)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      CURVE = STEPS(I)*X**2 + X*COS(STEPS(I+1)*X)
      END
      FUNCTION STEPS(I)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      STEPS = 1.5D0*I
      END
