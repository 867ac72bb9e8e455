C head: f(x)\(y)
C inputs: n = 3
C Constants and functions whose types nobody wrote.
      SUBROUTINE F(X,Y,N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (NC=3, HALF=0.5D0)
      DIMENSION A(NC)
      DO 10 I=1,NC
        A(I) = X*GG(N,I)*HALF + KEY(I)*SIN(X)
   10 CONTINUE
      Y = A(1)*A(NC) + A(2)
      END
      FUNCTION GG(N,I)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      GG = N*HALF(I)
      END
      FUNCTION HALF(I)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      HALF = 0.5D0*I
      END
      FUNCTION KEY(I)
      KEY = I+1
      END
